// The shapes of Discord's JSON, as far as the page reads them, and of what `GET /sandbox/world` says.

/**
 * Someone whom one can be at this page; `role` is their part in a match (`host`, `ec`, `dmo`, `spectator`).
 * @typedef {{id: string, name: string, role: string, token: string}} Person
 */

/**
 * @typedef {object} World
 * @property {string} api
 * @property {string} gateway
 * @property {{id: string, name: string}} guild
 * @property {{id: string, name: string}[]} channels
 * @property {Person[]} users
 * @property {string} application_id
 * @property {string} bot_id
 * @property {{title: string, buttons: Shortcut[]}} shortcuts
 */

/**
 * A command that the page offers in one press.
 * @typedef {{label: string, command: string, options: Record<string, string>}} Shortcut
 */

/** @typedef {{id: string, username: string, global_name?: string | null, bot?: boolean}} User */
/** @typedef {{user: User, roles: string[], guild_id?: string}} Member */
/** @typedef {{id: string, name: string}} Role */

/**
 * @typedef {object} Channel
 * @property {string} id
 * @property {number} type
 * @property {string} [name] not in direct messages
 * @property {string} [guild_id] not in direct messages
 * @property {number} [position]
 * @property {string | null} [topic]
 * @property {string | null} [parent_id] a thread's channel
 * @property {User[]} [recipients] who else is in direct messages
 * @property {{archived: boolean}} [thread_metadata]
 */

/**
 * @typedef {object} Guild
 * @property {string} id
 * @property {string} name
 * @property {Role[]} roles
 * @property {Member[]} members
 * @property {Channel[]} channels
 * @property {Channel[]} threads
 */

/** @typedef {{id: string | null, name: string}} Emoji */
/** @typedef {{emoji: Emoji, count: number, me: boolean}} Reaction */

/**
 * @typedef {object} Attachment
 * @property {string} id
 * @property {string} filename
 * @property {string} url
 * @property {number} [size]
 * @property {string} [content_type]
 * @property {string} [description]
 * @property {number} [width]
 * @property {number} [height]
 */

/** @typedef {{name: string, value: string, inline?: boolean}} EmbedField */
/** @typedef {{url: string, width?: number, height?: number}} EmbedImage */

/**
 * @typedef {object} Embed
 * @property {string} [title]
 * @property {string} [url]
 * @property {string} [description]
 * @property {number} [color]
 * @property {string} [timestamp]
 * @property {{name: string}} [author]
 * @property {{text: string}} [footer]
 * @property {EmbedField[]} [fields]
 * @property {EmbedImage} [image]
 * @property {EmbedImage} [thumbnail]
 */

/** @typedef {{question: {text: string}, answers: {poll_media: {text: string}}[]}} Poll */

/**
 * @typedef {object} Message
 * @property {string} id
 * @property {string} channel_id
 * @property {number} type
 * @property {User} author
 * @property {string} content
 * @property {number} flags
 * @property {string | null} edited_timestamp
 * @property {User[]} mentions
 * @property {string[]} mention_roles
 * @property {boolean} mention_everyone
 * @property {Attachment[]} attachments
 * @property {Embed[]} embeds
 * @property {Component[]} components
 * @property {Reaction[]} [reactions]
 * @property {string} [nonce]
 * @property {{user: User, name: string}} [interaction] the command that it answers
 * @property {{message_id?: string}} [message_reference]
 * @property {Message | null} [referenced_message]
 * @property {{name: string}[]} [sticker_items]
 * @property {Poll} [poll]
 * @property {{message: Quoted}[]} [message_snapshots]
 */

/** A message as another one shows it. @typedef {{content: string, attachments?: Attachment[]}} Quoted */

/** @typedef {{type: 1, components: (Button | Select | TextInput)[]}} ActionRow */
/**
 * @typedef {object} Button
 * @property {2} type
 * @property {number} style
 * @property {string} [custom_id]
 * @property {string} [label]
 * @property {Emoji} [emoji]
 * @property {string} [url]
 * @property {boolean} [disabled]
 */
/**
 * @typedef {{value: string, label: string, description?: string, emoji?: Emoji, default?: boolean}} SelectOption
 *
 * @typedef {object} Select
 * @property {3 | 5 | 6 | 7 | 8} type
 * @property {number} [id]
 * @property {string} custom_id
 * @property {string} [placeholder]
 * @property {number} [min_values]
 * @property {number} [max_values]
 * @property {boolean} [disabled]
 * @property {SelectOption[]} [options] of a select of texts
 * @property {number[]} [channel_types]
 */
/**
 * @typedef {object} TextInput
 * @property {4} type
 * @property {number} [id]
 * @property {string} custom_id
 * @property {number} style
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {string} [value]
 * @property {boolean} [required]
 * @property {number} [min_length]
 * @property {number} [max_length]
 */
/** @typedef {{type: 10, content: string}} TextDisplay */
/** @typedef {{media: {url: string, width?: number, height?: number}, description?: string}} GalleryItem */
/** @typedef {{type: 12, items: GalleryItem[]}} MediaGallery */
/** @typedef {{type: 14}} Separator */
/** @typedef {{type: 17, components: Component[]}} Container */
/** @typedef {{type: 18, id?: number, label: string, description?: string, component: Select | TextInput}} Label */
/**
 * @typedef {(
 *   ActionRow | Button | Select | TextInput | TextDisplay | MediaGallery | Separator | Container | Label
 * )} Component
 */

/** @typedef {{id: string, custom_id: string, title: string, channel_id: string, components: Component[]}} Modal */

/** @typedef {{name: string, value: string | number}} OptionChoice */
/**
 * @typedef {object} CommandOption
 * @property {number} type
 * @property {string} name
 * @property {string} description
 * @property {string} [description_localized]
 * @property {boolean} [required]
 * @property {boolean} [autocomplete]
 * @property {OptionChoice[]} [choices]
 * @property {CommandOption[]} [options]
 * @property {number[]} [channel_types]
 * @property {number} [min_value]
 * @property {number} [max_value]
 * @property {number} [min_length]
 * @property {number} [max_length]
 */
/**
 * A command as the application registered it.
 * @typedef {object} RegisteredCommand
 * @property {string} id
 * @property {string} name
 * @property {string} description
 * @property {string} [description_localized]
 * @property {number} [type]
 * @property {string} [version]
 * @property {CommandOption[]} [options]
 * @property {number[] | null} [contexts]
 * @property {boolean} [dm_permission]
 */

/**
 * An option with the value that a person gave it; a file is sent along and named by its number.
 * @typedef {{type: number, name: string, value: string | number | boolean | File, focused?: boolean}} OptionValue
 */

export {};
