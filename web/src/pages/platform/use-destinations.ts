import { useTranslation } from 'react-i18next'
import type { TreeFolder } from '../../features/browse/tree-level.tsx'
import { useNavigation } from '../../features/browse/use-navigation.ts'
import { useApiScope } from '../../lib/api-scope.ts'

/** A user's tree starts with a node for the top, which is no folder. */
const TOP = 'top'

/** Where something can be put: one's own files, and the team folders that take something from one. */
export function useDestinations() {
  const { t } = useTranslation()
  const { own, groupOf, isError } = useNavigation()
  const { home } = useApiScope()
  const looks = { parent_id: null, emoji: null, color: null, team_folder: false, can_add: true }
  const top: TreeFolder = home
    ? { ...looks, ...home, items: 0, has_folders: true, folders: [] }
    : {
        ...{ ...looks, id: TOP, name: t('places.files') },
        ...{ items: own.length, folders: own, group: 'files', total: groupOf('files').total },
        // Opened, it says that they could not be loaded, and asks again.
        has_folders: own.length > 0 || isError,
      }
  return {
    top,
    teams: [groupOf('team-folders'), groupOf('shared-with-me')],
    folderOf: (id: string): string | null => (id === TOP ? null : id),
  }
}
