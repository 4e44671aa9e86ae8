import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const LAST = 0x10ffff

const character = fc
  .nat(LAST - SURROGATES.count)
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count))

/** Texts of any Unicode characters; the generator of fast-check itself takes more than a second to start. */
export const arbitraryText = (limits: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...limits, unit: character })
