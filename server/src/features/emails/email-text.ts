import type { Block, EmailContent, FileHead, FileLine } from './email.ts'

const fileOf = (head: FileHead, { name, size, hash }: FileLine): string =>
  [`- ${name} (${size})`, ...(hash === null ? [] : [`  ${head.hash}: ${hash}`])].join('\n')

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'small':
      return block.text
    case 'quote':
      return block.text.replace(/^/gm, '> ')
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'files':
      return block.files.map(file => fileOf(block.head, file)).join('\n')
  }
}

/** For readers without markup. */
export const renderText = ({ app, title, blocks, reason }: EmailContent): string =>
  [title, ...blocks.map(textOf), `-- \n${app}\n${reason}`].join('\n\n')
