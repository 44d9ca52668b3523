import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { dissolveTeam, leaveTeam } from './teams.api.ts'

const ACTIONS = {
  leave: { call: leaveTeam, done: 'teams.left' },
  dissolve: { call: dissolveTeam, done: 'teams.dissolved' },
} as const

/** Leaves or dissolves a team after confirmation. @returns whether it was done */
export async function endTeam(action: keyof typeof ACTIONS, folder: Item): Promise<boolean> {
  const { name } = folder.attributes
  const isSure = await confirmPopup({
    title: i18next.t(`teams.${action}_title`, { name }),
    message: i18next.t(`teams.${action}_text`),
    confirm: i18next.t(`teams.${action}`),
    danger: true,
  })
  if (!isSure) return false
  try {
    const { call, done } = ACTIONS[action]
    await call(folder.id)
    successToast(i18next.t(done, { name }))
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}
