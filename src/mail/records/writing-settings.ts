import { z } from 'zod'
import { readSetting, type Setting } from '../../settings/setting.ts'
import type { SettingsStore } from '../../settings/settings-store.ts'
import { mailTextIn } from '../text/mail-text.ts'

const SIGNATURE_CHARS = 1000

/** Where a mail names its writer; stored. */
const writerNamePositions = ['off', 'signature', 'reply_to'] as const

/** Whose signature a mail has; stored. */
export const signatureNames = ['own', 'inbox', 'none'] as const
export type SignatureName = (typeof signatureNames)[number]

const signature = {
  group: 'outgoing',
  name: 'signature',
  schema: z.string().max(SIGNATURE_CHARS),
  fallback: '',
  control: { kind: 'text', maxLength: SIGNATURE_CHARS, isMultiline: true },
} as const

const ownSignature: Setting<string> = {
  ...signature,
  scope: 'person',
  isForEachInbox: true,
  mayChange: 'self',
  text: (language) => mailTextIn(language).settings.ownSignature,
}
const inboxSignature: Setting<string> = {
  ...signature,
  scope: 'inbox',
  mayChange: 'mail.administer',
  text: (language) => mailTextIn(language).settings.inboxSignature,
}
const quotesOriginal: Setting<boolean> = {
  group: 'outgoing',
  scope: 'inbox',
  name: 'quotesOriginal',
  schema: z.boolean(),
  fallback: true,
  mayChange: 'mail.administer',
  control: { kind: 'switch' },
  text: (language) => mailTextIn(language).settings.quotesOriginal,
}
const writerName: Setting<(typeof writerNamePositions)[number]> = {
  group: 'outgoing',
  scope: 'inbox',
  name: 'writerName',
  schema: z.enum(writerNamePositions),
  fallback: 'signature',
  mayChange: 'mail.administer',
  control: { kind: 'choice', choices: writerNamePositions },
  text: (language) => mailTextIn(language).settings.writerName,
}

const repliesClaim: Setting<boolean> = {
  group: 'outgoing',
  scope: 'inbox',
  name: 'repliesClaim',
  schema: z.boolean(),
  fallback: true,
  mayChange: 'mail.administer',
  control: { kind: 'switch' },
  text: (language) => mailTextIn(language).settings.repliesClaim,
}

/** Settings for the mail that people write. */
export const writingSettings: Setting[] = [ownSignature, inboxSignature, quotesOriginal, writerName, repliesClaim]

/** Whether a reply to an unclaimed mail of an inbox makes its thread the writer's. */
export const readRepliesClaim = async (
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  inboxId: string,
): Promise<boolean> => readSetting(await settings.read({ team, scope: 'inbox', id: inboxId }), repliesClaim)

/** The choices that apply to a mail that someone writes from an inbox. */
export interface WritingChoices {
  signatures: { own: string; inbox: string }
  quotesOriginal: boolean
  writerName: (typeof writerNamePositions)[number]
}

/** Reads the choices that apply to a mail that `user` writes from an inbox. */
export async function readWritingChoices(
  settings: Pick<SettingsStore, 'read'>,
  team: string,
  { user, inboxId }: { user: string; inboxId: string },
): Promise<WritingChoices> {
  const [here, person, inbox] = await Promise.all([
    settings.read({ team, scope: 'person', id: user, inbox: inboxId }),
    settings.read({ team, scope: 'person', id: user }),
    settings.read({ team, scope: 'inbox', id: inboxId }),
  ])
  return {
    signatures: {
      own: (readSetting(here, ownSignature) || readSetting(person, ownSignature)).trim(),
      inbox: readSetting(inbox, inboxSignature).trim(),
    },
    quotesOriginal: readSetting(inbox, quotesOriginal),
    writerName: readSetting(inbox, writerName),
  }
}

/** The signature of a mail unless its writer chooses: their own, which may be only their name, before that of the inbox. */
export const findUsualSignature = ({ signatures: { own, inbox }, writerName }: WritingChoices): SignatureName =>
  own === '' && inbox !== '' ? 'inbox' : own !== '' || writerName === 'signature' ? 'own' : 'none'

/** The text of a chosen signature, and whether the writer's name stands above it. With `none`, there is neither. */
export const readSignature = (
  writing: WritingChoices,
  chosen: SignatureName = findUsualSignature(writing),
): { text: string; isNamed: boolean } => ({
  text: chosen === 'none' ? '' : writing.signatures[chosen],
  isNamed: chosen !== 'none' && writing.writerName === 'signature',
})
