import { expect, type Page } from '@playwright/test'
import { ADMIN } from './server.ts'

/** Expects the heading of the current step. */
export const step = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

export const STEPS = {
  check: 'Is this server ready?',
  licence: 'Do you have a licence key?',
  database: 'Where should records be stored?',
  environment: 'Which services should Coffer use?',
  app: 'How should Coffer look and work?',
  admin: 'Create the admin account',
} as const

const next = (page: Page, name: 'Continue' | 'Skip' = 'Continue') =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** From the checks to the last step, with the defaults and SQLite. */
export async function passSteps(page: Page): Promise<void> {
  await step(page, STEPS.check)
  await page.getByRole('link', { name: 'Continue' }).click()
  await step(page, STEPS.licence)
  await next(page, 'Skip')
  await step(page, STEPS.database)
  await next(page)
  await step(page, STEPS.environment)
  await next(page, 'Skip')
  await step(page, STEPS.app)
  await next(page)
  await step(page, STEPS.admin)
}

/** Creates the administrator in the last step. */
export async function createAdmin(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(ADMIN.name)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Create account and finish' }).click()
  await expect(page).toHaveURL('/platform/files')
}
