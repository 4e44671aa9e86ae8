import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every dependency is pinned to one exact version', () => {
  const project = JSON.parse(readFileSync('package.json', 'utf8'))
  const versions = Object.entries({ ...project.dependencies, ...project.devDependencies, ...project.overrides })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
})
