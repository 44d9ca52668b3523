// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  click,
  field,
  find,
  settle,
  setUpRendering,
  show,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { CreateDialog } from '../../features/access-tokens/create-dialog.tsx'
import { SetUpDialog } from '../../features/security/set-up-dialog.tsx'
import { InviteDialog } from '../../features/users/invite-dialog.tsx'
import { ReauthenticationContext } from '../../ui/form/reauthentication.ts'

setUpRendering()

const onClose = vi.fn()
beforeEach(() => onClose.mockReset())

const showDialog = (dialog: ReactNode) =>
  show(
    <ReauthenticationContext value={{ hasTwoFactor: false, withoutPassword: null }}>
      {dialog}
    </ReauthenticationContext>,
  )

/** Presses Esc, clicks outside and on “Cancel”. @returns how often the dialog was closed */
async function tryToClose(): Promise<number> {
  onClose.mockReset()
  const dialog = find('dialog')
  await act(async () => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  await act(async () => dialog.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  await click(dialog)
  const buttons = [...document.querySelectorAll<HTMLElement>('dialog button')]
  const cancel = buttons.find(button => button.textContent === 'popups.cancel')
  if (cancel) await click(cancel)
  return onClose.mock.calls.length
}

async function send(): Promise<void> {
  await submit()
  await settle()
}

test('stays open until the secret of an access token is there', async () => {
  const calls = stubCalls()
  await showDialog(<CreateDialog isAdmin={false} onClose={onClose} />)
  await type(field('input[data-path="name"]'), 'Backup')
  await type(field('input[data-path="password"]'), 'a long password')
  expect(await tryToClose()).toBe(3)
  await send()
  expect(await tryToClose()).toBe(0)
  await calls.at(-1)?.answer(503, {})
  expect(await tryToClose()).toBe(3)
})

test('stays open until the recovery codes are there', async () => {
  const calls = stubCalls()
  await showDialog(<SetUpDialog onConfirmed={() => {}} onClose={onClose} />)
  await type(field('input'), 'a long password')
  await send()
  const setUp = { secret: 'ABCD', totpURI: 'otpauth://a', qr_code: '', backupCodes: ['1'] }
  await calls.at(-1)?.answer(200, setUp)
  expect(await tryToClose()).toBe(3)
  await type(field('input'), '123456')
  await send()
  expect(await tryToClose()).toBe(0)
})

test('stays open until it is known which addresses were skipped', async () => {
  stubCalls()
  await showDialog(<InviteDialog onClose={onClose} />)
  await type(field('input[inputmode="email"]'), 'a@b.example')
  await act(async () => field('input[inputmode="email"]').blur())
  await send()
  expect(await tryToClose()).toBe(0)
})
