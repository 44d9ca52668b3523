// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Drops, useDropTarget } from './drops.ts'

function Target({ name, drops, children }: { name: string; drops: Drops; children?: ReactNode }) {
  const { isOver, handlers } = useDropTarget({ folder: { id: name, name }, drops })
  return (
    <div id={name} data-over={isOver || undefined} {...handlers}>
      {children}
    </div>
  )
}

let drops: Drops
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  drops = { accepts: () => true, drop: vi.fn() }
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  act(() =>
    root.render(
      <Target name="list" drops={drops}>
        <Target name="row" drops={drops} />
      </Target>,
    ),
  )
})

afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const element = (id: string): HTMLElement => document.getElementById(id) ?? document.body

function drag(type: 'dragenter' | 'dragleave' | 'drop', id: string): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'] } })
  act(() => void element(id).dispatchEvent(event))
}

it('a drop on a row also clears the highlight of the list around it', () => {
  drag('dragenter', 'list')
  drag('dragenter', 'row')
  drag('dragleave', 'list')
  expect(element('list').dataset.over).toBe('true')
  drag('drop', 'row')
  expect(element('row').dataset.over).toBeUndefined()
  expect(element('list').dataset.over).toBeUndefined()
})

it('a drop on a row is handled by the row only', () => {
  drag('dragenter', 'row')
  drag('drop', 'row')
  const row = { id: 'row', name: 'row' }
  expect(drops.drop).toHaveBeenCalledExactlyOnceWith(row, expect.anything(), false)
})
