import { expect, test } from 'vitest'
import { fileKind } from './file-kind.ts'

test.each([
  ['lease.pdf', 'pdf', 'PDF'],
  ['minutes.docx', 'document', 'DOC'],
  ['budget.XLSX', 'sheet', 'XLS'],
  ['pier.JPEG', 'image', 'JPG'],
  ['drone.mp4', 'video', 'MP4'],
  ['archive.tar.gz', 'archive', 'GZ'],
  ['readme.txt', 'text', 'TXT'],
  ['data.sqlite3', 'text', ''],
  ['Makefile', 'text', ''],
  ['.gitignore', 'text', ''],
  ['name.año', 'text', ''],
])('%s has the kind %s and the label "%s"', (name, kind, label) => {
  expect(fileKind(name)).toEqual({ kind, label })
})
