/** Kinds of people that a setting can name; guests, people of other organizations and other apps may do nothing unless a setting names them. */
export const subjectKinds = ['members', 'admins', 'guests', 'external', 'apps'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Frozen: a value of a "Who may …" setting, as stored and as in menus. */
export type Subject = SubjectKind | `person:${string}` | `group:${string}` | `channel:${string}`

const isKind = (text: string): text is SubjectKind => subjectKinds.some((kind) => kind === text)

/** Whether a stored or submitted text is a subject. One of a later version is not, and allows nobody. */
export const isSubject = (text: string): text is Subject =>
  isKind(text) ||
  /^person:[UW][A-Z0-9]{1,30}$/.test(text) ||
  /^group:S[A-Z0-9]{1,30}$/.test(text) ||
  /^channel:[CG][A-Z0-9]{1,30}$/.test(text)

/** Parses a subject that names one person, group or channel. */
export function findNamed(subject: Subject): { is: 'person' | 'group' | 'channel'; id: string } | undefined {
  const [is, id] = subject.split(':')
  return id !== undefined && (is === 'person' || is === 'group' || is === 'channel') ? { is, id } : undefined
}

/** Returns the ids of this kind that the subjects name. */
export const findIds = (subjects: readonly Subject[], kind: 'person' | 'group' | 'channel'): string[] =>
  subjects.flatMap((subject) => {
    const named = findNamed(subject)
    return named?.is === kind ? [named.id] : []
  })
