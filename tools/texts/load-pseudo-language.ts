/**
 * `node --import tools/texts/load-pseudo-language.ts src/main.ts` runs the app from its source with the pseudo-language in place of English;
 * `load-pseudo-language.ts?rtl` from right to left. The sandbox does that with `--pseudo`.
 */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { translateToPseudo } from './pseudo-language.ts'
import { readPlaces } from './places.ts'
import { readTree } from './text-files.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENGLISH_FILE = /\/src\/(\w+)\/text\/en\.json$/
const BUNDLE = /\/bundle\/command-line\.js$/

registerHooks({
  resolve: (specifier, context, next) =>
    // The bundle contains the English files.
    next(BUNDLE.test(specifier) ? new URL('../../src/command-line.ts', import.meta.url).href : specifier, context),
  load(url, context, next) {
    const slice = ENGLISH_FILE.exec(url)?.[1]
    if (slice === undefined) return next(url, context)
    const direction = import.meta.url.endsWith('?rtl') ? 'rtl' : 'ltr'
    const source = JSON.stringify(translateToPseudo(readTree(fileURLToPath(url)), readPlaces(slice, ROOT), direction))
    return { format: 'json', source, shortCircuit: true }
  },
})
