// @vitest-environment jsdom
import type { TaxRate } from '@coffer/contract/tax-rates'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Call,
  field,
  queries,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
  useLanguage,
} from '../../../test/render.tsx'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { settingsQuery } from './settings.api.ts'
import { SettingsPage } from './settings-page.tsx'
import { TaxRatesCard } from './tax-rates-card.tsx'
import { TextSetting } from './text-settings.tsx'
import { useSettingsForm } from './use-settings-form.ts'

setUpRendering()

const rate = (country: string, percentage: string): TaxRate => ({
  country,
  rate: percentage,
  from: '2026-01-01',
})
const setting = (value: unknown) => ({
  value,
  origin: 'stored',
  changed_at: null,
  changed_by: null,
})
const settingsWith = (rates: TaxRate[], name: string | null = null) => ({
  values: { billing_tax_rates: setting(rates), billing_name: setting(name) },
  secrets: {},
})
const store = (rates: TaxRate[]) =>
  act(async () => queries.setQueryData(settingsQuery.queryKey, settingsWith(rates) as never))

function Page() {
  const form = useSettingsForm({
    values: { billing_tax_rates: 'Tax rates', billing_name: 'Name' },
  })
  return (
    <SettingsPage title="Billing" form={form}>
      <TextSetting name="billing_name" />
      <TaxRatesCard />
    </SettingsPage>
  )
}

const seen = [rate('ES', '21')]
const theirs = [rate('ES', '21'), rate('DE', '19')]
const percentages = () =>
  [...document.querySelectorAll<HTMLInputElement>('[inputmode=decimal]')].map(({ value }) => value)
const seller = () => field('input[name=billing_name]')

let calls: Call[]
const saves = () => calls.filter(({ method }) => method === 'PATCH')
const answerReads = async (settings: object) => {
  for (const call of calls.filter(({ method }) => method === 'GET'))
    await call.answer(200, { data: settings, appColor: null })
}

beforeEach(async () => {
  await useConfig({ locale: 'en' } as never)
  calls = stubCalls()
  await store(seen)
  await showPage(Page)
  await type(field('[inputmode=decimal]'), '10')
})

test('a save names the rates that were edited, also when others were loaded since', async () => {
  await store(theirs)
  await settle()
  await submit()
  expect(saves()[0]?.body).toMatchObject({
    values: { billing_tax_rates: [rate('ES', '10')] },
    seen_values: { billing_tax_rates: seen },
  })
})

test('a decimal comma stays while a rate is typed', async () => {
  await act(() => useLanguage('es'))
  await settle()
  await type(field('[inputmode=decimal]'), '5,5')
  expect(percentages()).toEqual(['5,5'])
  await submit()
  expect(saves()[0]?.body).toMatchObject({ values: { billing_tax_rates: [rate('ES', '5.5')] } })
})

test('a save names no values that are not lists', async () => {
  await type(seller(), 'Harbour')
  await submit()
  expect(saves()[0]?.body).toMatchObject({
    values: { billing_name: 'Harbour' },
    seen_values: { billing_tax_rates: seen },
  })
  expect(saves()[0]?.body).not.toHaveProperty('seen_values.billing_name')
})

test('rates that are typed while others are saved are a change of the saved ones', async () => {
  await submit()
  await type(field('[inputmode=decimal]'), '9')
  await saves()[0]?.answer(200, { data: settingsWith([rate('ES', '10')]) })
  await answerReads(settingsWith([rate('ES', '10')]))
  await submit()
  expect(saves()[1]?.body).toMatchObject({
    values: { billing_tax_rates: [rate('ES', '9')] },
    seen_values: { billing_tax_rates: [rate('ES', '10')] },
  })
})

test('rates that are first edited while another setting is saved name the edited ones', async () => {
  await type(field('[inputmode=decimal]'), '21')
  await type(seller(), 'Harbour')
  await submit()
  await type(field('[inputmode=decimal]'), '10')
  await saves()[0]?.answer(200, { data: settingsWith(seen, 'Harbour') })
  await answerReads(settingsWith(seen, 'Harbour'))
  await submit()
  expect(saves()[1]?.body).toMatchObject({ seen_values: { billing_tax_rates: seen } })
})

describe('a save that a change of someone else rejects', () => {
  const problem = {
    type: 'about:blank',
    title: 'Someone else changed these settings',
    status: 409,
    detail: '',
    message: 'Your changes were not saved.',
    code: 'settings.changed_concurrently',
    errors: { 'values.billing_tax_rates': ['Your changes were not saved.'] },
  }
  const answer = async (agreed: boolean) => {
    await act(async () => closePopup(popups.get()[0]?.id ?? 0, agreed))
    await settle()
  }
  beforeEach(async () => {
    await type(seller(), 'Harbour')
    await submit()
    await saves()[0]?.answer(409, problem)
    expect(popups.get()[0]).toMatchObject({ title: problem.title })
  })

  test('keeps what was typed and says why', async () => {
    await answer(false)
    expect([seller().value, ...percentages()]).toEqual(['Harbour', '10'])
    expect(document.body.textContent).toContain(problem.message)
    await submit()
    expect(saves()[1]?.body).toMatchObject({ seen_values: { billing_tax_rates: seen } })
  })

  test('shows the newer list on request, and keeps the other changes', async () => {
    await answer(true)
    await answerReads(settingsWith(theirs))
    expect([seller().value, ...percentages()]).toEqual(['Harbour', '21', '19'])
    expect(document.body.textContent).not.toContain(problem.message)
    await type(field('[inputmode=decimal]'), '10')
    await submit()
    expect(saves()[1]?.body).toMatchObject({
      values: { billing_name: 'Harbour', billing_tax_rates: [rate('ES', '10'), theirs[1]] },
      seen_values: { billing_tax_rates: theirs },
    })
  })
})
