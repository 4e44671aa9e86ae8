import { createFormats } from '../../../core/formats.ts'

const { count, list, number, plural } = createFormats('en')

/** Replies that are kept to be used again. Callers escape what comes from outside. */
export const englishSaved = {
  title: 'Saved replies',
  intro:
    'Insert one with *Saved reply* while you write a mail. `{name}`, `{subject}` and `{ticket}` are filled in, and you see it before you send.',
  mine: 'Yours',
  mineEmpty: 'You have none yet.',
  here: (channel: string) => `In ${channel}`,
  hereEmpty: 'This channel has none yet. Everyone who may reply to mail here can use and change them.',
  notReader: 'The saved replies of this channel aren’t shown here, because you can’t read it.',
  add: 'New, for yourself',
  addHere: 'New, for this channel',
  edit: 'Edit',
  delete: 'Delete',
  use: 'Write a mail with it',
  deleteAsk: 'Delete this saved reply?',
  deleteText: (name: string) => `“${name}” can’t be brought back.`,
  keep: 'Keep',
  used: (uses: number, by: string) =>
    `${uses === 0 ? 'Not used yet' : `Used ${count(uses, { one: 'time', other: 'times' })}`} · last changed by ${by}`,
  earlier: 'Back',
  later: 'Next page',
  overtaken: (by: string) =>
    `Your change wasn’t saved: ${by} changed this saved reply at the same time. Bellhop has kept your text:`,
  noRoom: (most: number) =>
    `Your text wasn’t saved: ${number(most)} saved replies are there already. Delete one and save it again. Bellhop has kept your text:`,
  gone: 'This saved reply is gone.',
  saved: (name: string) => `“${name}” is saved.`,
  deleted: 'The saved reply is deleted.',
  form: {
    titleNew: 'New saved reply',
    titleEdit: 'Edit saved reply',
    save: 'Save',
    about: 'Only you can see and use it.',
    aboutChannel: (channel: string) => `Everyone who may reply to mail and can read ${channel} can use and change it.`,
    name: 'Name',
    text: 'Text',
    hint: '{name} becomes the first recipient’s name, {subject} the subject, and {ticket} a ticket number in the subject, such as [ABC-123] or #4711.',
    noName: 'Give it a name.',
    noText: 'Write the text that you want to use again.',
    taken: 'There is one with this name already. Choose another name.',
    tooLong: (characters: number, most: number) =>
      `At most ${number(most)} characters, and this has ${number(characters)}.`,
    full: (most: number) => `There is room for ${number(most)} saved replies. Delete one first.`,
    changed: (by: string) =>
      `${by} changed this saved reply while your form was open. Copy your text, close the form and open it again.`,
  },
  ofChannel: 'This channel',
  insert: 'Saved reply…',
  open: (words: string[]) =>
    `Replace ${list(words)}, or take ${plural(words.length, { one: 'it', other: 'them' })} out: Bellhop doesn’t know what belongs there. To send ${plural(words.length, { one: 'the word', other: 'the words' })} as written, format ${plural(words.length, { one: 'it', other: 'them' })} as code.`,
}
