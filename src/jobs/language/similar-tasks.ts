import { foldText, type TextLanguage, readSingleWords, splitPromptWords, type WordKind } from './language-words.ts'

/** Longer texts with the same beginning are similar enough for a question. */
const COMPARED_CHARS = 2000

/** Kinds of words that may differ between two texts with the same meaning. */
const IGNORED: ReadonlySet<WordKind> = new Set<WordKind>([
  'filler',
  'polite',
  'request',
  'greeting',
  'thanks',
  'person',
  'app',
])

/** Words of other kinds that do not change the subject of a task. */
const SOFT = new Set(
  splitPromptWords(`how what which now really actually asap quickly short brief quick small little nice good proper simple
    wie was welche welcher welches jetzt gleich kurz kurze kurzen kurzes klein kleine kleinen gute guten mal
    comment que quoi quel quelle maintenant vite court courte bref breve petit petite bon bonne
    do does doing would could kann kannst konnen konnt konnte konntest konnten wurde wurdest peux peut pouvez pourrais pourriez puedes puede podrias podria
    favor plait somebody someone anybody anyone jemand quelqu alguien 一 个
    como cual ahora rapido corto corta pequeno pequena buen buena`),
)

/** Words without a subject of their own that change a task. */
const CONTRASTS = new Set(
  splitPromptWords(`before after since until up down off out over under more less most least between against
    vor nach seit bis über unter gegen mehr weniger zwischen avant apres depuis plus moins entre contre antes despues desde hasta mas menos contra 前 后 外 内`),
)

const NEGATIONS = new Set(
  splitPromptWords(`not no never without nothing none nobody nor nicht kein keine keinen keiner keinem nie ohne niemand nichts pas jamais sans aucun aucune
    personne rien ni non sin ningun ninguna nunca nadie nada 不 没 無 无 未 别 非`),
)

/** With one of these, `from v1 to v2` and `from v2 to v1` are two tasks. */
const DIRECTION =
  /^(from|instead|than|renam|replac|convert|mov|verschieb|deplac|muev|mover$|chang|von|statt|anstatt|anstelle|als|ersetz|umbenenn|benenn|umstell|remplac|renomm|vers|plutot|lieu|reemplaz|sustitu|renombr|cambia|vez|lugar|从|改|换|替)/

const TOWARDS = new Set(splitPromptWords('to into zu nach vers hacia'))

/** Endings that inflect a word or make a noun of a verb, by language; longest first. */
const ENDINGS: Partial<Record<TextLanguage, string[]>> = {
  en: ['ings', 'ing', 'ies', 'ied', 'es', 'ed', 'e', 's', 'y'],
  de: ['ungen', 'ung', 'en', 'em', 'es', 'e', 'n', 's', 't'],
  fr: ['ations', 'ation', 'ees', 'ent', 'ez', 'er', 'ee', 'es', 'e', 's', 'x', 'r'],
  es: ['aciones', 'acion', 'ando', 'iendo', 'ar', 'er', 'ir', 'as', 'os', 'es', 'an', 'en', 'a', 'o', 'e', 's'],
}
const SHORTEST_STEM = 3

/** Verbs that change within the word when they become a noun. */
const NOUNS_OF_VERBS: Record<string, string> = { description: 'describe', explanation: 'explain' }

/** English nouns of verbs: `rotation` has the stem of `rotate`. Other words in -ion keep it. */
const VERBAL_NOUN = /(?<=\p{L}{3}[ae]t)ions?$/u

/** With a long stem, the same end makes a noun of a verb without it: `cancellation`. */
const LONG_STEM_END = /(?<=\p{L}{5})at$/u

function stemWord(word: string, language: TextLanguage): string {
  const isEnglish = language === 'en'
  const verb = isEnglish ? (NOUNS_OF_VERBS[word.replace(/s$/, '')] ?? word.replace(VERBAL_NOUN, '')) : word
  const ending = ENDINGS[language]?.find((one) => verb.endsWith(one) && verb.length - one.length >= SHORTEST_STEM)
  const stem = ending === undefined ? verb : verb.slice(0, -ending.length)
  return (isEnglish ? stem.replace(LONG_STEM_END, '') : stem).replaceAll(/(\p{L})\1/gu, '$1')
}

/** The parts of a task that must match for two texts to ask for the same. */
interface TaskKey {
  negations: number
  isDirected: boolean
  /** The stems of the meaningful words, in order; for Chinese, the characters. */
  stems: string[]
  /** The stems without the verbs, which may be anywhere. */
  others: string[]
}

/** Numbers, versions and names from code are compared literally. Letters before one are read from their first letter only, so none is read twice. */
const EXACT =
  /(?:(?<!\p{L})\p{L}+)?\p{N}[\p{L}\p{N}]*(?:[.:,]\p{N}+)*|--[\w-]+|(?:(?<![\p{L}\p{N}])[\p{L}\p{N}]+)?[/_@$%+#][\w/@$%+#-]*/gu

const hasMeaning = ({ word, kind }: { word: string; kind: WordKind }): boolean =>
  !NEGATIONS.has(word) && !/\p{N}/u.test(word) && (CONTRASTS.has(word) || (!IGNORED.has(kind) && !SOFT.has(word)))

const isDirection = ({ word }: { word: string }): boolean => DIRECTION.test(word)

const readExact = (text: string): string => (foldText(text).match(EXACT) ?? []).join(' ')

/** Reads a task in the language of the text `of`, which two short tasks share. */
function readTask(text: string, of: string): TaskKey {
  const { language, words } = readSingleWords(text, of)
  return {
    // "能不能" is only polite.
    negations: words.filter(({ word, kind }) => NEGATIONS.has(word) && kind !== 'polite').length,
    isDirected:
      words.some(isDirection) ||
      (words.some(({ word }) => /^migr|^conver/.test(word)) && words.some(({ word }) => TOWARDS.has(word))),
    stems: words.filter(hasMeaning).map(({ word }) => stemWord(word, language)),
    others: words
      .filter((one) => hasMeaning(one) && one.kind !== 'work' && !isDirection(one))
      .map(({ word }) => stemWord(word, language)),
  }
}

const pairs = (stems: string[]): Set<string> => new Set(stems.slice(1).map((stem, index) => `${stems[index]} ${stem}`))

/** Whether both have about the same neighbours: a sentence may be rearranged, but Chinese characters must not be shuffled. */
function shareNeighbours(one: string[], other: string[]): boolean {
  const [left, right] = [pairs(one), pairs(other)]
  const shared = [...left].filter((pair) => right.has(pair)).length
  return shared * 2 >= Math.min(left.size, right.size)
}

const listOnce = (stems: string[]): string => [...new Set(stems)].toSorted().join(' ')
const shorten = (text: string): string => text.slice(0, COMPARED_CHARS).replaceAll(/n['’]t\b/g, 'n not')

/**
 * Returns a function that checks whether another task asks for the same as this one, with other small words, another order or another inflection.
 * Tasks that differ in a subject, a verb, a number, a name or a negation are different.
 */
export function createTaskComparison(text: string): (other: string) => boolean {
  const one = shorten(text)
  const exact = readExact(one)
  return (compared) => {
    const other = shorten(compared)
    if (one === other) return true
    // Most tasks already differ here, and reading words takes longer.
    if (readExact(other) !== exact) return false
    return isSameTask(readTask(one, `${one} ${other}`), readTask(other, `${one} ${other}`))
  }
}

function isSameTask(one: TaskKey, other: TaskKey): boolean {
  if (one.negations !== other.negations || one.stems.length === 0) return false
  if (listOnce(one.stems) !== listOnce(other.stems)) return false
  if (one.isDirected || other.isDirected) return one.others.join(' ') === other.others.join(' ')
  return !one.stems.some((stem) => /\p{Script=Han}/u.test(stem)) || shareNeighbours(one.stems, other.stems)
}
