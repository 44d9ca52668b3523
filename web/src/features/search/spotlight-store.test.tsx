// @vitest-environment jsdom
import { Modal } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { clearListOwner } from '../../lib/personal-list.ts'
import { isSpotlightOpen, useSpotlightKey } from './spotlight-store.ts'

setUpRendering()

function Page({ hasForm }: { hasForm: boolean }) {
  useSpotlightKey()
  return <Modal opened={hasForm} onClose={() => {}} transitionProps={{ duration: 0 }} />
}

const pressShortcut = () =>
  act(async () =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }),
    ),
  )

test('does not open over a dialog', async () => {
  await show(<Page hasForm />)
  await pressShortcut()
  expect(isSpotlightOpen.get()).toBe(false)
  await show(<Page hasForm={false} />)
  await pressShortcut()
  expect(isSpotlightOpen.get()).toBe(true)
  await pressShortcut()
  expect(isSpotlightOpen.get()).toBe(false)
})

test('is closed for the next user of the page', () => {
  isSpotlightOpen.set(true)
  clearListOwner()
  expect(isSpotlightOpen.get()).toBe(false)
})
