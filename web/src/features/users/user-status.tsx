import type { UserState } from '@coffer/contract/admin-users'
import { useTranslation } from 'react-i18next'
import { StatusMark, type StatusStyle, StatusTag } from '../../ui/status-mark.tsx'

const STYLES: Record<UserState, StatusStyle> = {
  invited: { shape: 'dashed', tone: 'info' },
  unverified: { shape: 'target', tone: 'info' },
  active: { shape: 'dot', tone: 'good' },
  suspended: { shape: 'pause', tone: 'danger' },
}

/** The state of a user in a table. */
export function UserStateMark({ state }: { state: UserState }) {
  const { t } = useTranslation()
  return <StatusMark {...STYLES[state]}>{t(`admin_users.state_${state}`)}</StatusMark>
}

/** The state of a user beside their name. */
export function UserStateTag({ state }: { state: UserState }) {
  const { t } = useTranslation()
  return <StatusTag tone={STYLES[state].tone}>{t(`admin_users.state_${state}`)}</StatusTag>
}
