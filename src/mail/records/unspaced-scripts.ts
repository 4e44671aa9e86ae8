/** A letter or digit of a script that puts no space between words. */
export const UNSPACED_LETTER =
  /[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]/v
