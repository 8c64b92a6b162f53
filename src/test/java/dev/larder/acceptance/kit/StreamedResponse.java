package dev.larder.acceptance.kit;

/** A response whose head has arrived and whose content is read as it comes. */
public final class StreamedResponse {

    private final ReceivedResponse head;
    private final ContentReader content;

    StreamedResponse(ReceivedResponse head, ContentReader content) {
        this.head = head;
        this.content = content;
    }

    /** The response without its content. */
    public ReceivedResponse head() {
        return head;
    }

    /** The next bytes of the content, one char per byte, waiting for at least one; empty at its end. */
    public String next() {
        return WireReader.latin1(content.next(16 * 1024));
    }

    /** Reads until the content so far ends with that text. */
    public String until(String text) {
        StringBuilder sofar = new StringBuilder();
        while (sofar.indexOf(text) < 0) {
            String more = next();
            if (more.isEmpty()) {
                throw new AssertionError("the content ended with '" + sofar + "' before '" + text + "' came");
            }
            sofar.append(more);
        }
        return sofar.toString();
    }

    /** Reads the content to its end without keeping it and returns its length in bytes. */
    public long skip() {
        return content.all(0).length();
    }

    /** Reads the content to its end, keeping nothing, and returns its CRC-32. */
    public long crc() {
        return content.all(0).crc();
    }

    /** The whole response: the rest of the content is read now. */
    public ReceivedResponse rest() {
        if (head.status() == 0) {
            return head;
        }
        ContentReader.Body body = content.all(Integer.MAX_VALUE);
        return new ReceivedResponse(
                head.status(), head.fields(), WireReader.latin1(body.kept()), body.end(), head.interim());
    }

    /** How the content ended; {@link TransferEnd#SILENCE} while it has not. */
    public TransferEnd end() {
        return content.end().orElse(TransferEnd.SILENCE);
    }
}
