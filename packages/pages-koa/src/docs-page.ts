/** The page. Its relative links work below any path. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Forewarn admin API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Starts the page. A separate file, because the policy forbids inline scripts. */
export const START_SCRIPT = `SwaggerUIBundle({
  dom_id: '#docs',
  url: new URL('docs/openapi.json', document.baseURI).href,
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: 'none',
});
`;
