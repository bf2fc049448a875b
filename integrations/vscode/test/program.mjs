// `vramlint lsp` at the other end of a pipe.
import { spawn } from 'node:child_process';

export class Program {
  #buffer = Buffer.alloc(0);
  #waiting = new Map();
  #next = 1;
  #seen = [];
  #listeners = [];

  constructor({ command, args }, cwd) {
    this.child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout.on('data', (bytes) => this.#take(bytes));
    this.child.on('exit', (code, signal) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the program ended: ${code ?? signal}`));
    });
  }

  #take(bytes) {
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.subarray(0, end).toString())[1]);
      if (this.#buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.#buffer.subarray(end + 4, end + 4 + length).toString());
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#handle(message);
    }
  }

  #handle(message) {
    if (message.method && message.id !== undefined) return this.#send({ id: message.id, result: null });
    if (message.method) {
      this.#seen.push(message);
      this.#listeners = this.#listeners.filter((listener) => !listener(message));
      return;
    }
    const { resolve, reject } = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    message.error ? reject(new Error(message.error.message)) : resolve(message.result);
  }

  #send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  request(method, params) {
    const id = this.#next++;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  /** The next notification of that kind that is wanted. */
  told(method, wanted = () => true) {
    return new Promise((resolve) =>
      this.#listeners.push((message) => {
        if (message.method !== method || !wanted(message.params)) return false;
        resolve(message.params);
        return true;
      }));
  }

  /** Whether such a notification has come already. */
  was_told(method) {
    return this.#seen.some((message) => message.method === method);
  }

  async end() {
    await this.request('shutdown');
    this.notify('exit');
    return new Promise((resolve) => this.child.on('exit', resolve));
  }
}
