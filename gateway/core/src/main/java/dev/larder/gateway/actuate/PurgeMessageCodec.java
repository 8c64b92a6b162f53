package dev.larder.gateway.actuate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Encodes purges for other gateways of a cluster: whether it is soft, its kind and its selection, as operators write them. */
public final class PurgeMessageCodec {

    private PurgeMessageCodec() {}

    /** Encodes a purge. */
    public static byte[] encode(PurgeSelection purge, boolean soft) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeBoolean(soft);
            out.writeUTF(PurgeSelectionParser.word(purge.kind()));
            out.writeUTF(purge.argument());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes a purge and applies it to this gateway's own store; blocks.
     *
     * @param now time of the steady clock
     * @return number of entries purged
     * @throws IllegalStateException if it may be incomplete
     */
    public static long carryOut(byte[] order, StorePurger purger, Instant now) {
        try (var in = new DataInputStream(new ByteArrayInputStream(order))) {
            boolean soft = in.readBoolean();
            String kind = in.readUTF();
            String argument = in.readUTF();
            PurgeSelection purge = PurgeSelectionParser.read(kind, argument.isEmpty() ? null : argument);
            PurgeResult purged = soft ? purger.softenHere(purge, now) : purger.removeHere(purge);
            if (purged.failed() > 0) {
                throw new IllegalStateException("The store failed at " + purged.failed() + " entries.");
            }
            return purged.entries();
        } catch (IOException | RefusedOperationException malformed) {
            throw new IllegalStateException("A purge that another gateway has ordered cannot be made.", malformed);
        }
    }
}
