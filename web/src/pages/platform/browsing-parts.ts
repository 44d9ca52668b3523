/** Preloads the parts that browsing needs sooner or later, so that they work while offline. */
export const loadBrowsingParts = (): Promise<unknown> =>
  Promise.allSettled([
    import('../../ui/selection-bar.tsx'),
    import('../../ui/action-menu.tsx'),
    import('../../features/items/favourite-actions.ts'),
    import('../../features/browse/list-failure.tsx'),
    import('../../features/browse/tree-error.tsx'),
    import('./new-folder-draft.tsx'),
    import('./item-menu.ts'),
    import('./item-details.tsx'),
    import('./request-section.tsx'),
    import('../../features/documents/document-section.tsx'),
    import('../../features/shares/share-section.tsx'),
    import('../../features/versions/versions-section.tsx'),
  ])
