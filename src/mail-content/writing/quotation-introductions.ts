import { toZoned } from '../../core/zoned-time.ts'

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'he'] as const
type MailLanguage = (typeof languages)[number]

/** How often a language has to be recognized, and how much more often than the next one. */
const ENOUGH = 3
const MARGIN = 1.5
/** Counts as much as three common words. */
const SALUTATION_WEIGHT = 3

const split = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that many sentences of a language have. Hebrew is recognized by its letters. */
const commonWords: Record<Exclude<MailLanguage, 'he'>, ReadonlySet<string>> = {
  en: split(
    'the and of to is are was were we you your i that this for with have has had not it be can please my our will would on at from there been could should',
  ),
  de: split(
    'der die das und ist nicht wir sie ich ihr ihre ihren ihnen mit für auf ein eine einen den dem des von zu zum zur haben hat bitte vielen wie uns auch es werden wurde können könnten noch im sind mich mir bei nach aber',
  ),
  fr: split(
    'le la les des et est une un que qui dans pour vous nous je pas ne votre vos avec sur au aux du avez avons sont mon ma notre cette ce il elle en être pouvez',
  ),
  es: split(
    'el la los las y es un una que en para por con no su sus mi nos del al está están hay se lo le como pero más ha hemos tengo tiene podría usted',
  ),
  it: split(
    'il lo la gli le e è un una che di per con non sono ho ha abbiamo del della dei al alla ci vi mi nostro vostro questo questa come anche si nel più',
  ),
  nl: split(
    'de het een en is van ik wij we u uw niet met voor op te dat die zijn heb hebben hebt er naar aan bij onze ons mijn graag kunt kunnen maar nog wordt',
  ),
  pt: split(
    'o a os as e é um uma que para por com não seu sua nos do da dos das em no na ao está estão meu minha nosso nossa você vocês mas foi tem temos',
  ),
}

const salutations: typeof commonWords = {
  en: split('thanks thank hello hi dear regards'),
  de: split('danke dank hallo grüße grüßen gruß geehrte geehrter geehrten'),
  fr: split('merci bonjour bonsoir cordialement'),
  es: split('gracias hola saludos buenos buenas estimado estimada estimados'),
  it: split('grazie buongiorno buonasera saluti gentile'),
  nl: split('bedankt dankjewel groet groeten beste geachte'),
  pt: split('obrigado obrigada olá cumprimentos prezado prezada prezados'),
}

interface IntroductionFacts {
  date: string
  time: string
  sender: string
}

interface QuotationLanguage {
  locale: string
  introduce: (this: void, facts: IntroductionFacts) => string
  leftOut: string
}

/** The words of mail programs in these languages; those in English are in the catalogue. */
const quotations: Record<Exclude<MailLanguage, 'en'>, QuotationLanguage> = {
  de: {
    locale: 'de-DE',
    introduce: ({ date, time, sender }) => `Am ${date} um ${time} schrieb ${sender}:`,
    leftOut: '[Der Rest dieser E-Mail ist weggelassen, weil sie sehr lang ist.]',
  },
  fr: {
    locale: 'fr-FR',
    introduce: ({ date, time, sender }) => `Le ${date} à ${time}, ${sender} a écrit :`,
    leftOut: '[La suite de cet e-mail est omise, car il est très long.]',
  },
  es: {
    locale: 'es-ES',
    introduce: ({ date, time, sender }) => `El ${date} a las ${time}, ${sender} escribió:`,
    leftOut: '[El resto de este correo se omite porque es muy largo.]',
  },
  it: {
    locale: 'it-IT',
    introduce: ({ date, time, sender }) => `Il giorno ${date} alle ore ${time}, ${sender} ha scritto:`,
    leftOut: '[Il resto di questa email è omesso perché è molto lunga.]',
  },
  nl: {
    locale: 'nl-NL',
    introduce: ({ date, time, sender }) => `Op ${date} om ${time} schreef ${sender}:`,
    leftOut: '[De rest van deze e-mail is weggelaten omdat die erg lang is.]',
  },
  pt: {
    locale: 'pt-BR',
    introduce: ({ date, time, sender }) => `Em ${date} às ${time}, ${sender} escreveu:`,
    leftOut: '[O resto deste email foi omitido porque é muito longo.]',
  },
  he: {
    locale: 'he-IL',
    introduce: ({ date, time, sender }) => `בתאריך ${date} בשעה ${time}, מאת \u2068${sender}\u2069:`,
    leftOut: '[שאר ההודעה הושמט כי היא ארוכה מאוד.]',
  },
}

/** Finds the language of a text by its common words; undefined for a text that is too short, or in another language. */
export function findTextLanguage(text: string): MailLanguage | undefined {
  const words =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/\p{L}+/gu) ?? []
  const hebrew = words.filter((word) => /^[\u05d0-\u05ea]+$/.test(word)).length
  const scores = languages.map((language) => ({
    language,
    score:
      language === 'he'
        ? hebrew
        : words.filter((word) => commonWords[language].has(word)).length +
          SALUTATION_WEIGHT * words.filter((word) => salutations[language].has(word)).length,
  }))
  const [best, next] = scores.toSorted((one, other) => other.score - one.score)
  if (!best || best.score < ENOUGH || best.score < MARGIN * (next?.score ?? 0)) return undefined
  return best.language
}

/** The line above a quotation, and the note that replaces the rest of a long mail, in the language of the quoted text; undefined for English and if the language is not known. */
export function introduceQuotation(
  text: string,
  { at, timeZone, sender }: { at: number; timeZone: string | undefined; sender: string },
): { introduction: string; leftOut: string } | undefined {
  const language = findTextLanguage(text)
  if (language === undefined || language === 'en') return undefined
  const { locale, introduce, leftOut } = quotations[language]
  const zoned = toZoned(at, timeZone)
  const date = zoned.toLocaleString(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const time = zoned.toLocaleString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return { introduction: introduce({ date, time, sender }), leftOut }
}
