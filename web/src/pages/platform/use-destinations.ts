import { useTranslation } from 'react-i18next'
import type { TreeFolder } from '../../features/browse/tree-level.tsx'
import { useNavigation } from '../../features/browse/use-navigation.ts'
import { useApiScope } from '../../lib/api-scope.ts'

/** Id of the tree node of the home folder, which has no item id here. */
const TOP = 'top'

/** Returns possible targets: the user's own files, and team folders in which they can add items. */
export function useDestinations() {
  const { t } = useTranslation()
  const { own, groupOf, isError } = useNavigation()
  const { home } = useApiScope()
  const defaults = { parent_id: null, emoji: null, color: null, team_folder: false, can_add: true }
  const top: TreeFolder = home
    ? { ...defaults, ...home, items: 0, has_folders: true, folders: [] }
    : {
        ...defaults,
        id: TOP,
        name: t('places.files'),
        items: own.length,
        folders: own,
        group: 'files',
        total: groupOf('files').total,
        // When expanded, the node shows the error and loads the folders again.
        has_folders: own.length > 0 || isError,
      }
  return {
    top,
    teams: [groupOf('team-folders'), groupOf('shared-with-me')],
    folderOf: (id: string): string | null => (id === TOP ? null : id),
  }
}
