import { isNameOf } from './sender-name.ts'
import { isGreeting, removeSignature } from './signatures.ts'

const ANSWERS_BELOW =
  /\bin-?line\b|\b(?:answers?|comments?|replies|responses?|notes?|remarks?)\b[^.!?\n]{0,30}\b(?:below|in (?:red|blue|green|colou?r|bold|caps))\b|\b(?:see|marked|written|typed|answered|replied) (?:\w+ ){0,2}in (?:red|blue|green|bold)\b|\b(?:antwort\w*|kommentar\w*|anmerkung\w*)[^.!?\n]{0,30}(?:unten|in (?:rot|blau|grün)|farbig)|\b(?:réponses?|commentaires?)[^.!?\n]{0,30}(?:ci-dessous|en (?:rouge|bleu|vert))|\b(?:respuestas?|comentarios?)[^.!?\n]{0,30}(?:abajo|más abajo|en (?:rojo|azul|verde))|\b(?:risposte|commenti)[^.!?\n]{0,30}(?:sotto|in (?:rosso|blu|verde))|\b(?:antwoord\w*|opmerking\w*)[^.!?\n]{0,30}(?:hieronder|in (?:rood|blauw))/iu
const MAX_ANNOUNCEMENT = 600

/** Whether a short text announces answers in the quotation below it, or is only a greeting: its answers are then below. */
export function announcesAnswers(text: string, sender: string | undefined): boolean {
  if (text.length > MAX_ANNOUNCEMENT) return false
  if (ANSWERS_BELOW.test(text)) return true
  const [first, ...others] = removeSignature(text.split('\n'), { sender }).body.filter((line) => /\p{L}/u.test(line))
  return (
    first !== undefined && isGreeting([first]) && others.every((line) => sender !== undefined && isNameOf(line, sender))
  )
}
