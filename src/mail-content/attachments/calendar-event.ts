import { createRequire } from 'node:module'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import type { EventFacts, EventMethod, EventMoment } from './mail-facts.ts'
import { type ContentLine, parseContentLines, readLineValue } from './content-lines.ts'

const TITLE_CHARS = 200
const WHERE_CHARS = 200
const NAME_CHARS = 80
const SHOWN_PEOPLE = 5
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/

/** The parser's input: components without nesting of any other kind, and only those lines of an event that decide its time. */
const COMPONENTS = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VEVENT'])
const ZONE_LINES = new Set(['TZID', 'DTSTART', 'RRULE', 'TZOFFSETFROM', 'TZOFFSETTO'])
const EVENT_LINES = ['DTSTART', 'DTEND', 'DURATION']

/** The first event of a file, how many others it has, and the lines that define its time zones. */
interface CalendarLines {
  method: string
  event: ContentLine[]
  zones: ContentLine[]
  others: number
}

function selectLines(lines: ContentLine[]): CalendarLines | undefined {
  const open: string[] = []
  const found: CalendarLines = { method: '', event: [], zones: [], others: 0 }
  // A changed date of an appointment that repeats is an event with the same name.
  const named = new Set<string>()
  let events = 0
  for (const line of lines) {
    const { name, value } = line
    const component = value.trim().toUpperCase()
    if (name === 'BEGIN') {
      if (component === 'VEVENT') events += 1
      open.push(component)
    }
    const inside = open.at(-1) ?? ''
    const isKnown = open.length <= 3 && open.every((one) => COMPONENTS.has(one))
    if (name === 'METHOD' && inside === 'VCALENDAR') found.method = component
    if (isKnown && inside === 'VEVENT' && events === 1) found.event.push(line)
    else if (isKnown && open[1] === 'VTIMEZONE' && (name === 'BEGIN' || name === 'END' || ZONE_LINES.has(name)))
      found.zones.push(line)
    if (isKnown && inside === 'VEVENT' && name === 'UID') named.add(value.trim())
    if (name === 'END' && inside === component) open.pop()
  }
  return found.event.length > 0 ? { ...found, others: Math.max(0, named.size - 1) } : undefined
}

/** Some programs put their own name in front of a zone of the common list. */
const stripZonePrefix = (line: string): string =>
  line.replace(/;TZID="?\/[^:;"]*\/([A-Za-z_]+\/[A-Za-z_]+)"?/, ';TZID=$1')

const isKnownZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return /^(?:UTC|GMT)?[+-]\d{2}:?\d{2}$/.test(zone)
  }
}

/** The parser's result for a time; `tz` is the zone that it found, if any. */
type ParsedDate = Date & { tz?: string | undefined }

const WRITTEN = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3])([0-5]\d)\d{2}Z?)?$/

/** Outlook's names for zones that only the file defines. The parser looks at the definition of these names alone, and guesses without one. */
const OWN_ZONE = 'tzone://Microsoft/Custom'
const OWN_ZONES = /^(?:tzone:\/\/Microsoft\/|Customized Time Zone|\(no TZ description\))/

const readZone = ({ params }: ContentLine): string => params['TZID'] ?? ''
const isDefined = (zones: ContentLine[], zone: string): boolean =>
  zones.some(({ name, value }) => name === 'TZID' && value.trim() === zone)

/** Whether the parser found the zone; otherwise it takes that of this process, or of something else in the file. */
function isCertain(line: ContentLine, parsed: ParsedDate | undefined, zones: ContentLine[]): parsed is ParsedDate {
  if (!(parsed instanceof Date) || Number.isNaN(parsed.getTime())) return false
  if (/Z\s*$/.test(line.value)) return true
  const zone = readZone(line)
  const isGuessed = OWN_ZONES.test(zone) && !isDefined(zones, zone)
  return zone !== '' && !isGuessed && parsed.tz !== undefined && isKnownZone(parsed.tz)
}

function describeMoment(
  line: ContentLine,
  parsed: ParsedDate | undefined,
  zones: ContentLine[],
): EventMoment | undefined {
  const [, year, month, day, hour, minute] = WRITTEN.exec(line.value.trim()) ?? []
  if (year === undefined) return undefined
  const local = `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}`}`
  if (hour === undefined) return { local }
  const zone = sanitizeLine(readZone(line)).slice(0, NAME_CHARS)
  return {
    local,
    ...(isCertain(line, parsed, zones) && { at: parsed.getTime() }),
    ...(zone !== '' && { zone }),
  }
}

interface ParsedEvent {
  type: string
  start?: ParsedDate
  end?: ParsedDate
}

/** Loaded when the first invitation comes: few workspaces get any. Required, because the types of `import` do not compile. */
const require = createRequire(import.meta.url)

/** Undefined for times that the library does not accept. */
function parseTimes(file: string): ParsedEvent | undefined {
  const { sync } = require('node-ical') as { sync: { parseICS(file: string): Record<string, ParsedEvent> } }
  try {
    return Object.values(sync.parseICS(file)).find(({ type }) => type === 'VEVENT')
  } catch {
    return undefined
  }
}

/** A file of nothing but the times and the zones; `own` is a zone whose name the parser does not know. */
function formatTimes({ event, zones }: Pick<CalendarLines, 'event' | 'zones'>, own?: string): string {
  const times = EVENT_LINES.flatMap((wanted) => event.find(({ name }) => name === wanted) ?? [])
  const isOwn = (zone: string) => own !== undefined && zone === own
  return [
    'BEGIN:VCALENDAR',
    ...zones.map(({ name, value, text }) => (name === 'TZID' && isOwn(value.trim()) ? `TZID:${OWN_ZONE}` : text)),
    'BEGIN:VEVENT',
    'UID:event',
    ...times.map((line) =>
      isOwn(readZone(line)) ? `${line.name};TZID=${OWN_ZONE}:${line.value}` : stripZonePrefix(line.text),
    ),
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
}

/** The times of an event, by a library that knows the zones of Windows and those that a file defines. */
function readMoments(lines: CalendarLines): Pick<EventFacts, 'start' | 'end'> {
  const { event, zones } = lines
  const find = (wanted: string) => event.find(({ name }) => name === wanted)
  const [startLine, endLine] = [find('DTSTART'), find('DTEND')]
  if (!startLine) return {}
  const plain = parseTimes(formatTimes(lines))
  const zone = readZone(startLine)
  const isOwn = !isCertain(startLine, plain?.start, zones) && isDefined(zones, zone)
  const parsed = isOwn ? parseTimes(formatTimes(lines, zone)) : plain
  const start = describeMoment(startLine, parsed?.start, zones)
  if (!start) return {}
  const lasts = endLine === undefined && find('DURATION') !== undefined && start.at !== undefined
  const end = endLine
    ? describeMoment(endLine, parsed?.end, zones)
    : lasts && parsed?.end && { local: '', at: parsed.end.getTime() }
  return { start, ...(end && { end }) }
}

function readPerson({ params, value }: ContentLine) {
  const address = sanitizeLine(value.replace(/^mailto:/i, ''))
  const name = readLineValue(params['CN'] ?? '', NAME_CHARS)
  const party = { address: ADDRESS.test(address) ? address : '', ...(name !== '' && name !== address && { name }) }
  return party.address === '' && party.name === undefined ? undefined : party
}

function findMethod({ method, event }: Pick<CalendarLines, 'method' | 'event'>): EventMethod {
  const valueOf = (wanted: string) =>
    event
      .find(({ name }) => name === wanted)
      ?.value.trim()
      .toUpperCase() ?? ''
  if (method === 'CANCEL' || valueOf('STATUS') === 'CANCELLED') return 'cancellation'
  if (method === 'REPLY') return 'answer'
  if (method === 'COUNTER') return 'counter'
  if (method !== 'REQUEST') return 'entry'
  return Number(valueOf('SEQUENCE')) > 0 ? 'update' : 'invitation'
}

/** The first appointment of a calendar file; undefined if it has none. Bounded, whatever the file contains. */
export function readCalendarEvent(file: string): EventFacts | undefined {
  const lines = selectLines(parseContentLines(file))
  if (!lines) return undefined
  const find = (wanted: string) => lines.event.find(({ name }) => name === wanted)
  const organizerLine = find('ORGANIZER')
  const organizer = organizerLine && readPerson(organizerLine)
  const people = lines.event.flatMap((line) => {
    const person = line.name === 'ATTENDEE' ? readPerson(line) : undefined
    const answer = line.params['PARTSTAT']?.toLowerCase().slice(0, 20)
    return person ? [{ ...person, ...(answer !== undefined && { answer }) }] : []
  })
  const where = readLineValue(find('LOCATION')?.value ?? '', WHERE_CHARS)
  const repeats = /\bFREQ=([A-Z]{1,10})/i.exec(find('RRULE')?.value ?? '')?.[1]?.toLowerCase()
  return {
    method: findMethod(lines),
    title: readLineValue(find('SUMMARY')?.value ?? '', TITLE_CHARS),
    ...readMoments(lines),
    ...(where !== '' && { where }),
    ...(organizer && { organizer }),
    people: people.slice(0, SHOWN_PEOPLE),
    peopleCount: people.length,
    ...(repeats !== undefined && { repeats }),
    ...(lines.others > 0 && { others: lines.others }),
  }
}
