// @vitest-environment jsdom
import { Modal } from '@mantine/core'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { find, setUpRendering, show } from '../../test/render.tsx'
import { DialogBox } from './dialog-box.tsx'

setUpRendering()

const pressEscape = (target: Element) =>
  act(async () =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  )

test('Esc in a question over a form leaves the form open', async () => {
  const onClose = vi.fn()
  const showForm = (isAsking: boolean) =>
    show(
      <Modal opened onClose={onClose} transitionProps={{ duration: 0 }}>
        <input />
        <DialogBox opened={isAsking} onClose={() => {}} title="Question">
          <button type="button">Skip</button>
          <button type="button" data-autofocus>
            Keep both
          </button>
        </DialogBox>
      </Modal>,
    )
  await showForm(false)
  await showForm(true)
  await pressEscape(find(':focus'))
  const other = find('dialog button')
  other.focus()
  await pressEscape(other)
  // The focus is lost when its button goes.
  await pressEscape(document.body)
  expect(onClose).not.toHaveBeenCalled()

  await showForm(false)
  await pressEscape(document.body)
  expect(onClose).toHaveBeenCalledOnce()
})
