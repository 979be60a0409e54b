let serverTime = 0;

/** Makes a `fetch` learn the server's clock from each response. */
export const learningTime =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request);
    serverTime = Math.max(serverTime, Date.parse(response.headers.get('Date') ?? '') || 0);
    return response;
  };

/** Returns the later of this machine's clock and the server's, so that data never looks newer than it is. */
export const latestTime = (): number => Math.max(Date.now(), serverTime);
