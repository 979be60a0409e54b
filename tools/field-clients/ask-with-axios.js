// Sends the request in its argument with axios, and prints the path that axios wrote and the body of the response, as JSON.
import process from 'node:process';
import axios from 'axios';

const { url, key, ...config } = JSON.parse(process.argv[2]);
const { data, request } = await axios.get(url, { ...config, headers: { Authorization: key } });
process.stdout.write(JSON.stringify({ path: request.path, data }));
