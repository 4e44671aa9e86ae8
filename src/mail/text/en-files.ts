import { createFormats } from '../../core/formats.ts'

const { count, list, number, size } = createFormats('en')

/** Older archives without a name of their own are called after their program. */
const archiveNames: Partial<Record<string, string>> = {
  rar: 'a RAR archive',
  '7z': 'a 7-Zip archive',
  gzip: 'a gzip archive',
  bzip2: 'a bzip2 archive',
  xz: 'an xz archive',
  tar: 'a tar archive',
  cab: 'a cabinet archive',
  disk_image: 'a disk image',
}

const countFiles = (files: number): string => count(files, { one: 'file', other: 'files' })

/** The message about the attachments of a mail in its thread. */
export const englishFileCard = {
  progress: (finished: number, of: number) => `Getting the files: ${number(finished)} of ${number(of)}…`,
  there: (done: number, of: number) => {
    if (done === of)
      return done === 1
        ? 'The file is in this thread.'
        : of === 2
          ? 'Both files are in this thread.'
          : `All ${countFiles(of)} are in this thread.`
    return done === 0
      ? `${of === 1 ? 'The file isn’t' : 'The files aren’t'} in this thread.`
      : `${number(done)} of ${countFiles(of)} are in this thread.`
  },
  askedBy: (who: string) => `Asked for by ${who}`,
  next: {
    more: (files: number) => (files === 1 ? 'Get the last file' : `Get the next ${countFiles(files)}`),
    again: () => 'Try again',
    inline: (files: number) => `Get ${count(files, { one: 'picture from the text', other: 'pictures from the text' })}`,
  },
  getLink: 'Get a link',
  unsafeKinds: {
    program: 'a program',
    script: 'a script',
    shortcut: 'a shortcut that can start programs',
    installer: 'an installer',
    macros: 'a document with macros or embedded programs',
    web_page: 'a web page, which can imitate a sign-in',
  },
  unsafe: (name: string, kind: string) =>
    `${name} is ${kind}, so it stays in the mailbox. If you expect it, ask the sender for another way to get it.`,
  failures: {
    too_large: (name: string) => `${name} is larger than 25 MB. Press “Get a link” to download it from the mailbox.`,
    empty: (name: string) => `${name} is empty. Ask the sender to send it again.`,
    no_id: (name: string) => `The mailbox offers no way to download ${name}. Ask the sender to send it again.`,
    gone: (name: string) => `The mailbox no longer has ${name}. Ask the sender to send it again.`,
    mailbox_silent: (name: string) => `The mailbox didn’t provide ${name} in time. Try again later.`,
    foreign_address: (name: string) =>
      `The mailbox keeps ${name} at an address that Bellhop doesn’t open. Open it in the mailbox, and tell your admins.`,
  },
  refused: (name: string, why: string) => `The mailbox didn’t provide ${name}. ${why}`.trim(),
  missingScope: (name: string) =>
    `Slack doesn’t let Bellhop share ${name}. An admin needs to install Bellhop again with the permission files:write.`,
  slackRefused: (name: string, code: string) =>
    `Slack didn’t take ${name} (${code}). If it happens again, tell your admins.`,
  notThere: (name: string) => `${name} isn’t in this thread. Open it in the mailbox.`,
  archive: (name: string, entries: { name: string; size: number }[], more: number) =>
    `${name} contains ${list(
      [...entries.map((entry) => `${entry.name} ${size(entry.size)}`), ...(more > 0 ? [`${number(more)} more`] : [])],
      'comma',
    )}.`,
  emptyArchive: (name: string) => `${name} is an empty archive.`,
  closedArchive: (name: string, kind: string) =>
    `${name} is ${archiveNames[kind] ?? 'a zip archive'}. Bellhop can’t list what it contains, so open it only if you expect it.`,
  alreadyThere: 'The files are already in the thread.',
  noThread: 'This mail has no thread in Slack any more, so there’s no place for its files. Open them in the mailbox.',
  releaseFirst: 'The files of this mail stay in the mailbox until somebody releases the mail.',
}
