import type { TranslationKey } from '@coffer/contract'
import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { Chosen } from '../../features/browse/filters.ts'
import { notHereYet, signedIn } from './signed-in.ts'

const platform = createRoute({
  getParentRoute: () => signedIn,
  path: '/platform',
  staticData: { section: 'platform' },
})

const index = createRoute({
  getParentRoute: () => platform,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/platform/files/{-$id}', params: {}, replace: true })
  },
})

const files = createRoute({
  getParentRoute: () => platform,
  path: '/files/{-$id}',
  component: page(() => import('../../pages/platform/files.tsx'), 'FilesPage'),
})

const trash = createRoute({
  getParentRoute: () => platform,
  path: '/trash/{-$id}',
  component: page(() => import('../../pages/platform/trash.tsx'), 'TrashPage'),
})

const allFiles = createRoute({
  getParentRoute: () => platform,
  path: '/all-files/{-$id}',
  validateSearch: Chosen,
  component: page(() => import('../../pages/platform/all-files.tsx'), 'AllFilesPage'),
})

const recentUploads = createRoute({
  getParentRoute: () => platform,
  path: '/recent-uploads',
  component: page(() => import('../../pages/platform/recent-uploads.tsx'), 'RecentUploadsPage'),
})

const mySharedItems = createRoute({
  getParentRoute: () => platform,
  path: '/my-shared-items',
  component: page(() => import('../../pages/platform/my-shared-items.tsx'), 'MySharedItemsPage'),
})

const later = <const P extends string>(path: P, title: TranslationKey, text: TranslationKey) =>
  createRoute({
    getParentRoute: () => platform,
    path,
    component: notHereYet,
    staticData: { later: { title, text } },
  })

export const platformRoutes = platform.addChildren([
  index,
  files,
  trash,
  allFiles,
  recentUploads,
  mySharedItems,
  later('/shared-with-me/{-$id}', 'places.shared_with_me', 'later.teams'),
  later('/team-folders/{-$id}', 'places.team_folders', 'later.teams'),
])
