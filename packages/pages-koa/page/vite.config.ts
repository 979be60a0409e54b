import { defineConfig } from 'vite';

// The names are fixed, since the server revalidates each file by its entity tag.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  // `h` takes children as arguments, which is shorter than what the JSX runtime takes.
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
    jsxInject: "import { Fragment, h } from 'preact'",
  },
  resolve: { conditions: ['@forewarn/source', 'module', 'browser'] },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: 'page.html',
      output: { entryFileNames: 'page/page.js', assetFileNames: 'page/page.[ext]' },
    },
  },
});
