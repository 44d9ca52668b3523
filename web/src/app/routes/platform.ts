import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { FilterSelection } from '../../features/browse/filters.ts'
import { signedIn } from './signed-in.ts'

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
  validateSearch: FilterSelection,
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

const sharedWithMe = createRoute({
  getParentRoute: () => platform,
  path: '/shared-with-me/{-$id}',
  component: page(() => import('../../pages/platform/shared-with-me.tsx'), 'SharedWithMePage'),
})

const teamFolders = createRoute({
  getParentRoute: () => platform,
  path: '/team-folders/{-$id}',
  component: page(() => import('../../pages/platform/team-folders.tsx'), 'TeamFoldersPage'),
})

export const platformRoutes = platform.addChildren([
  index,
  files,
  trash,
  allFiles,
  recentUploads,
  mySharedItems,
  sharedWithMe,
  teamFolders,
])
