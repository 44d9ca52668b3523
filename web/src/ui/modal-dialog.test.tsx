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

/** Chromium closes a dialog on repeated Esc even when `cancel` is prevented. */
function forceClose(dialog: HTMLDialogElement): void {
  dialog.dispatchEvent(new Event('cancel'))
  dialog.close()
  dialog.dispatchEvent(new Event('close'))
}

test('repeated Esc neither closes nor hides a dialog while its action is running', async () => {
  const onClose = vi.fn()
  await show(
    <DialogBox opened dismissable={false} onClose={onClose} title="Busy">
      <p>Saving…</p>
    </DialogBox>,
  )
  await act(async () => forceClose(find<HTMLDialogElement>('dialog')))
  expect(find<HTMLDialogElement>('dialog').open).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test('a form that asks before it closes stays below its question after repeated Esc', async () => {
  const shown: (string | null)[] = []
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    this.open = true
    shown.push(this.querySelector('h2')?.textContent ?? null)
  })
  await show(
    <>
      <DialogBox opened onClose={() => {}} title="Form">
        <input />
      </DialogBox>
      <DialogBox opened onClose={() => {}} title="Question">
        <button type="button">Discard</button>
      </DialogBox>
    </>,
  )
  shown.length = 0
  await act(async () => forceClose(find<HTMLDialogElement>('dialog')))
  expect(shown).toEqual(['Form', 'Question'])
})
