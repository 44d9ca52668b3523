/** The dependency rules of ARCHITECTURE.md. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      comment: 'contract: zod and itself only',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'web-does-not-import-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-does-not-import-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'features-import-index-only',
      severity: 'error',
      comment: "another feature's index.ts only",
      from: { path: '^server/src/features/([^/]+)/' },
      to: {
        path: '^server/src/features/([^/]+)/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'platform-does-not-import-features',
      severity: 'error',
      comment: 'http, db, files, ... sit below features; cli and observe use features',
      from: { path: '^server/src/[^/]+/', pathNot: '^server/src/(features|cli|observe)/' },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'only-repositories-import-kysely',
      severity: 'error',
      from: { path: '^server/src/features/', pathNot: '\\.(repository|test)\\.ts$' },
      to: { path: '(^|/)node_modules/kysely/' },
    },
    {
      name: 'only-routes-import-fastify',
      severity: 'error',
      from: { path: '^server/src/features/', pathNot: '\\.(routes|http)(\\.test)?\\.ts$' },
      to: { path: ['^server/src/http/', '(^|/)node_modules/(@fastify|fastify)'] },
    },
    {
      name: 'routes-do-not-import-sql',
      severity: 'error',
      from: { path: '\\.(routes|http)\\.ts$' },
      to: { path: ['\\.repository\\.ts$', '^server/src/db/'] },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: {
        pathNot: [
          '^contract/src',
          '\\.rules\\.ts$',
          '^server/src/(errors|actor)\\.ts$',
          '^server/src/lib/',
          // Constant texts only.
          '^server/src/features/pages/supplied/',
          'node_modules/(range-parser|content-disposition|mime-types)/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'presenters-are-pure',
      severity: 'error',
      comment: 'rows to responses; other features only through their presenters',
      from: { path: '\\.presenter\\.ts$' },
      to: {
        pathNot: [
          '^contract/src',
          '\\.(rules|presenter)\\.ts$',
          '^server/src/lib/',
          '^server/src/features/[^/]+/index\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/([^/]+)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'ui-and-lib-import-no-feature',
      severity: 'error',
      comment: 'pages -> features -> ui/lib',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(features|pages|app)/' },
    },
    {
      name: 'features-do-not-import-pages',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(pages|app)/' },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['\\.test\\.tsx?$', '^server/test/'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.test\\.tsx?$', '/main\\.tsx?$', '\\.d\\.ts$'] },
      to: {},
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
