// A browser gives no worker to a page that was opened from a folder; there, a hidden frame does its work.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.append(this.frame)
      const inside = this.frame.contentWindow
      inside.postMessage = data => setTimeout(() => this.onmessage?.({ data }))
      const script = inside.document.createElement("script")
      this.ready = new Promise(resolve => { script.onload = resolve })
      script.src = new URL(url, location)
      inside.document.body.append(script)
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow?.onmessage?.({ data }))
    }
    terminate() {
      this.frame.remove()
    }
  }
}
