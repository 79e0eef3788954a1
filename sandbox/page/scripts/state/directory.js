// Who and what is here: names and colours of people, roles and rooms, as all persons of the page know them.

/** @typedef {{id: string, name: string, role: string, token: string}} Person */

const HUES = 8;

export class Directory {
  /** @param {{users: Person[], channels: {id: string, name: string}[], bot_id: string}} world */
  constructor(world) {
    this.botId = world.bot_id;
    this.users = new Map();
    this.roles = new Map();
    this.rooms = new Map(world.channels.map((room) => [room.id, room.name]));
    this.seats = new Map(world.users.map((person) => [person.id, person.role]));
    this.memberIds = new Set();
    this.ownRoles = new Map();
    for (const person of world.users) this.learnUser({ id: person.id, username: person.name });
  }

  learnUser(user) {
    if (user?.id) this.users.set(user.id, { ...this.users.get(user.id), ...user });
  }

  learnMember(member, guildId = member.guild_id) {
    this.learnUser(member.user);
    this.memberIds.add(member.user.id);
    this.ownRoles.set(`${guildId}/${member.user.id}`, new Set(member.roles));
  }

  learnRole(role, guildId) {
    this.roles.set(role.id, { ...role, guild_id: guildId });
  }

  learnGuild(guild) {
    for (const role of guild.roles ?? []) this.learnRole(role, guild.id);
    for (const member of guild.members ?? []) this.learnMember(member, guild.id);
    for (const channel of guild.channels ?? []) this.rooms.set(channel.id, channel.name);
  }

  userName(id) {
    const user = this.users.get(id);
    return user?.global_name || user?.username || "unknown person";
  }

  roleName(id) {
    return this.roles.get(id)?.name.replace(/^@/, "") ?? "unknown role";
  }

  roomName(id) {
    return this.rooms.get(id) ?? "unknown room";
  }

  hasRole(userId, roleId) {
    const guildId = this.roles.get(roleId)?.guild_id;
    return this.ownRoles.get(`${guildId}/${userId}`)?.has(roleId) ?? false;
  }

  /** Members of the server: those whom one can be here, then other people, then bots. */
  get members() {
    const rank = (user) => (this.seats.has(user.id) ? 0 : this.isBot(user.id) ? 2 : 1);
    const members = [...this.memberIds].map((id) => this.users.get(id));
    return members.sort((one, other) => rank(one) - rank(other));
  }

  isBot(id) {
    return this.users.get(id)?.bot ?? id === this.botId;
  }

  /** What a person is here for (`EC`, `host`), if the sandbox gave them a seat. */
  seatName(id) {
    const seat = this.seats.get(id);
    if (seat === "ec" || seat === "dmo") return seat.toUpperCase();
    return seat ?? "";
  }

  /** The name of a person's colour: seats have their own, everyone else one that follows from the id. */
  hue(id) {
    if (this.isBot(id)) return "bot";
    return this.seats.get(id) ?? `other-${Number(BigInt(id) % BigInt(HUES))}`;
  }
}
