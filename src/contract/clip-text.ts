/** A text of at most `maxLength` UTF-16 units, with '…' where something was cut off; no sign is cut in half. */
export const clipText = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
