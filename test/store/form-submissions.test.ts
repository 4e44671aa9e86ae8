import { expect, test } from 'vitest'
import { createFormSubmissions } from '../../src/store/form-submissions.ts'
import { openMemory } from '../support/mail-services.ts'

test('a submission is repeated under its name, and has another one after the form was submitted with other content', async () => {
  const { store } = openMemory()
  const submissions = createFormSubmissions(store, 'T1/mail.submissions')
  const names: string[] = []
  for (const content of ['a', 'a', 'b', 'b', 'a', 'a', 'b']) names.push(await submissions.name('V1', content))
  expect(names).toEqual(['V1:a', 'V1:a', 'V1:b:2', 'V1:b:2', 'V1:a:3', 'V1:a:3', 'V1:b:4'])
  expect(await submissions.name('V2', 'a')).toBe('V2:a')
  expect(await createFormSubmissions(store, 'T2/mail.submissions').name('V1', 'b')).toBe('V1:b')
})
