package dev.larder.acceptance.kit;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** Reads one message's content as its framing says (RFC 9112 section 6), and says how it ended. */
final class ContentReader {

    private enum Framing {
        LENGTH,
        CHUNKED,
        CLOSE
    }

    private final WireReader wire;
    private final Framing framing;
    private long remaining;
    private boolean firstChunk = true;
    private Optional<TransferEnd> end = Optional.empty();

    private ContentReader(WireReader wire, Framing framing, long length) {
        this.wire = wire;
        this.framing = framing;
        this.remaining = length;
        if (framing == Framing.LENGTH && length == 0) {
            end = Optional.of(TransferEnd.COMPLETE);
        }
    }

    /** A request's content; without framing there is none. */
    static ContentReader ofRequest(WireReader wire, RawFields fields) {
        return of(wire, fields, Framing.LENGTH);
    }

    /** A response's content; without framing it reaches to the end of the connection. */
    static ContentReader ofResponse(WireReader wire, RawFields fields) {
        return of(wire, fields, Framing.CLOSE);
    }

    /** No content at all, whatever the fields say. */
    static ContentReader none(WireReader wire) {
        return new ContentReader(wire, Framing.LENGTH, 0);
    }

    private static ContentReader of(WireReader wire, RawFields fields, Framing otherwise) {
        if (fields.get("Transfer-Encoding").toLowerCase(java.util.Locale.ROOT).contains("chunked")) {
            return new ContentReader(wire, Framing.CHUNKED, 0);
        }
        Optional<String> length = fields.first("Content-Length");
        return length.map(text -> new ContentReader(wire, Framing.LENGTH, Long.parseLong(text)))
                .orElseGet(() -> new ContentReader(wire, otherwise, 0));
    }

    /** How the content ended; empty while it has not. */
    Optional<TransferEnd> end() {
        return end;
    }

    /** Up to that many bytes, waiting for at least one; empty at the end. */
    byte[] next(int limit) {
        if (end.isEmpty() && framing == Framing.CHUNKED && remaining == 0) {
            nextChunk();
        }
        if (end.isPresent()) {
            return new byte[0];
        }
        int want = framing == Framing.CLOSE ? limit : (int) Math.min(limit, remaining);
        byte[] buffer = new byte[want];
        int count = wire.read(buffer, 0, want);
        if (count < 0) {
            end = Optional.of(
                    framing == Framing.CLOSE && wire.end() == TransferEnd.FIN ? TransferEnd.COMPLETE : wire.end());
            return new byte[0];
        }
        consumed(count);
        return java.util.Arrays.copyOf(buffer, count);
    }

    /** Everything up to the end, of which only the first bytes are kept. */
    Body all(int keep) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        long length = 0;
        for (byte[] piece = next(16 * 1024); piece.length > 0; piece = next(16 * 1024)) {
            kept.write(piece, 0, (int) Math.max(0, Math.min(piece.length, keep - length)));
            crc.update(piece);
            length += piece.length;
        }
        return new Body(kept.toByteArray(), length, crc.getValue(), end.orElse(TransferEnd.COMPLETE));
    }

    private void consumed(int count) {
        remaining -= count;
        if (framing == Framing.LENGTH && remaining == 0) {
            end = Optional.of(TransferEnd.COMPLETE);
        }
    }

    private void nextChunk() {
        if (!firstChunk && wire.line().isEmpty()) {
            end = Optional.of(wire.end());
            return;
        }
        firstChunk = false;
        Optional<String> line = wire.line();
        if (line.isEmpty()) {
            end = Optional.of(wire.end());
            return;
        }
        remaining = Long.parseLong(line.get().split(";")[0].trim(), 16);
        if (remaining == 0) {
            end = Optional.of(wire.fields().isPresent() ? TransferEnd.COMPLETE : wire.end());
        }
    }

    /** Content that was read: its beginning, its whole length and checksum, and how it ended. */
    record Body(byte[] kept, long length, long crc, TransferEnd end) {}
}
