// @vitest-environment jsdom
import { MAX_TIERS } from '@coffer/contract/rating'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { click, find, setUpRendering, show } from '../../../test/render.tsx'
import { MeterCard } from './meter-card.tsx'
import { emptyTier, type MeterDraft, readMeter } from './meter-drafts.ts'

setUpRendering()

function Card({ tiers }: { tiers: number }) {
  const [draft, setDraft] = useState<MeterDraft>({
    key: 'storage',
    isOn: true,
    aggregate: 'maximum',
    tiers: Array.from({ length: tiers }, emptyTier),
  })
  const read = readMeter(draft, 'EUR', 'en')
  return (
    <MeterCard draft={draft} read={read} currency="EUR" showsErrors={false} onChange={setDraft} />
  )
}

test('says why no tier can be added, and keeps the focus on the button', async () => {
  await show(<Card tiers={MAX_TIERS - 1} />)
  const add = [...document.querySelectorAll('button')].find(
    button => button.textContent === 'admin_plans.add_tier',
  ) as HTMLButtonElement
  const reason = () => find(`[id="${add.getAttribute('aria-describedby')}"]`).textContent
  add.focus()
  expect(reason()).toBe('')
  await click(add)
  expect(document.querySelectorAll('li')).toHaveLength(MAX_TIERS)
  expect(reason()).toBe('admin_plans.tiers_full')
  expect(add.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(add)
  await click(add)
  expect(document.querySelectorAll('li')).toHaveLength(MAX_TIERS)
})
