// Names and colours of people, roles and rooms, as everyone at the page knows them.

/** @import { Guild, Member, Role, User, World } from "../discord/types.js" */

const HUES = 8;

export class Directory {
  /**
   * @param {World} world
   */
  constructor(world) {
    this.botId = world.bot_id;
    /** @type {Map<string, User>} */
    this.users = new Map();
    /** @type {Map<string, Role & {guild_id: string}>} */
    this.roles = new Map();
    /** Names by id. @type {Map<string, string | undefined>} */
    this.rooms = new Map(world.channels.map((room) => [room.id, room.name]));
    this.seats = new Map(world.users.map((person) => [person.id, person.role]));
    /** @type {Set<string>} */
    this.memberIds = new Set();
    /** By `guild/user`. @type {Map<string, Set<string>>} */
    this.ownRoles = new Map();
    for (const person of world.users) this.learnUser({ id: person.id, username: person.name });
  }

  /** @param {User} user */
  learnUser(user) {
    this.users.set(user.id, { ...this.users.get(user.id), ...user });
  }

  /** @param {Member} member @param {string} [guildId] */
  learnMember(member, guildId = member.guild_id ?? "") {
    this.learnUser(member.user);
    this.memberIds.add(member.user.id);
    this.ownRoles.set(`${guildId}/${member.user.id}`, new Set(member.roles));
  }

  /** @param {Role} role @param {string} guildId */
  learnRole(role, guildId) {
    this.roles.set(role.id, { ...role, guild_id: guildId });
  }

  /** @param {Guild} guild */
  learnGuild(guild) {
    for (const role of guild.roles ?? []) this.learnRole(role, guild.id);
    for (const member of guild.members ?? []) this.learnMember(member, guild.id);
    for (const channel of guild.channels ?? []) this.rooms.set(channel.id, channel.name);
  }

  /** @param {string} id */
  userName(id) {
    const user = this.users.get(id);
    return user?.global_name || user?.username || "unknown person";
  }

  /** @param {string} id */
  roleName(id) {
    return this.roles.get(id)?.name.replace(/^@/, "") ?? "unknown role";
  }

  /** @param {string} id */
  roomName(id) {
    return this.rooms.get(id) ?? "unknown room";
  }

  /** @param {string} userId @param {string} roleId */
  hasRole(userId, roleId) {
    const guildId = this.roles.get(roleId)?.guild_id;
    return this.ownRoles.get(`${guildId}/${userId}`)?.has(roleId) ?? false;
  }

  /** Members of the server: those whom one can be here, then other people, then bots. */
  get members() {
    /** @param {User} user */
    const rank = (user) => (this.seats.has(user.id) ? 0 : this.isBot(user.id) ? 2 : 1);
    const members = [...this.memberIds].flatMap((id) => this.users.get(id) ?? []);
    return members.sort((one, other) => rank(one) - rank(other));
  }

  /** @param {string} id */
  isBot(id) {
    return this.users.get(id)?.bot ?? id === this.botId;
  }

  /**
   * What a person is here for (`EC`, `host`), if the sandbox gave them a seat.
   * @param {string} id
   */
  seatName(id) {
    const seat = this.seats.get(id);
    if (seat === "ec" || seat === "dmo") return seat.toUpperCase();
    return seat ?? "";
  }

  /**
   * The name of a person's colour: seats have their own, everyone else one that follows from the id.
   * @param {string} id
   */
  hue(id) {
    if (this.isBot(id)) return "bot";
    return this.seats.get(id) ?? `other-${Number(BigInt(id) % BigInt(HUES))}`;
  }
}
