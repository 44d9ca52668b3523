import type { Block, EmailContent, FileColumns, FileRow } from './email.ts'

const renderFile = (head: FileColumns, { name, size, hash }: FileRow): string =>
  [`- ${name} (${size})`, ...(hash === null ? [] : [`  ${head.hash}: ${hash}`])].join('\n')

function renderBlock(block: Block): string {
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
      return block.files.map(file => renderFile(block.head, file)).join('\n')
  }
}

/** Renders the plain text part. */
export const renderText = ({ app, title, blocks, reason }: EmailContent): string =>
  [title, ...blocks.map(renderBlock), `-- \n${app}\n${reason}`].join('\n\n')
