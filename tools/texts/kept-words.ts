/** Words that stay the same in every language: addresses, mentions, names of channels, commands, capitals of one name. Code is kept as well. */
export const KEPT_WORDS =
  /https?:\/\/[^\s<>|]+|\bwww\.[^\s<>|]+|[\w.+-]*@\w+(?:[.-]\w+)*|#[\w-]*|(?<![\p{L}\p{N}/])\/[a-z]+\b|\b[A-Z]+(?:_[A-Z]+)+\b/gu
