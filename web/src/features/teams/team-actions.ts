import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { dissolveTeam, leaveTeam } from './teams.api.ts'

const CALLS = {
  leave: { call: leaveTeam, done: 'teams.left' },
  dissolve: { call: dissolveTeam, done: 'teams.dissolved' },
} as const

/** Spec §6: an owner is asked before; so is who leaves. @returns whether it was done */
export async function endTeam(how: keyof typeof CALLS, folder: Item): Promise<boolean> {
  const { name } = folder.attributes
  const isSure = await confirmPopup({
    title: i18next.t(`teams.${how}_title`, { name }),
    message: i18next.t(`teams.${how}_text`),
    confirm: i18next.t(`teams.${how}`),
    danger: true,
  })
  if (!isSure) return false
  try {
    const { call, done } = CALLS[how]
    await call(folder.id)
    successToast(i18next.t(done, { name }))
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}
