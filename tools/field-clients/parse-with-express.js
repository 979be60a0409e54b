// Serves what the parser of Express 4 makes of each query, on a free port. Prints the port, and ends with its standard input.
import process from 'node:process';
import express from 'express';

const app = express();
app.use(({ query }, response) => response.json(query));
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => process.exit());
