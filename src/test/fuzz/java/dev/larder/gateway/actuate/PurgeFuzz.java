package dev.larder.gateway.actuate;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The kind of a purge and its value, as an operator writes them, here and as another member gets them. */
public final class PurgeFuzz {

    private static final List<String> KINDS = Arrays.stream(PurgeSelection.Kind.values())
            .map(PurgeSelectionParser::word)
            .toList();

    private PurgeFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String kind = input.oneOf(KINDS);
        boolean soft = input.flag();
        String value = input.line();
        read(kind, value.isEmpty() ? null : value).ifPresent(purge -> {
            FuzzAssertions.equal(PurgeSelectionParser.word(purge.kind()), kind, () -> "the kind of " + value);
            isTheSameElsewhere(purge, soft);
        });
        String any = input.line();
        FuzzAssertions.hold(
                read(any, value).isEmpty() || KINDS.contains(any), () -> "of no kind that is known: " + any);
    }

    /** Everything another member reads is what was ordered: no less, and no more. */
    private static void isTheSameElsewhere(PurgeSelection purge, boolean soft) {
        try (var in = new DataInputStream(new ByteArrayInputStream(PurgeMessageCodec.encode(purge, soft)))) {
            FuzzAssertions.equal(in.readBoolean(), soft, () -> "soft");
            String kind = in.readUTF();
            String argument = in.readUTF();
            Optional<PurgeSelection> other = read(kind, argument.isEmpty() ? null : argument);
            FuzzAssertions.hold(other.isPresent(), () -> "another member refuses " + purge);
            FuzzAssertions.equal(other.get(), purge, () -> "what another member purges");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Optional<PurgeSelection> read(@Nullable String kind, @Nullable String value) {
        try {
            return Optional.of(PurgeSelectionParser.read(kind, value));
        } catch (RefusedOperationException refused) {
            FuzzAssertions.equal(refused.status().value(), 400, refused::detail);
            FuzzAssertions.hold(!refused.detail().isBlank(), () -> "a refusal without a reason");
            return Optional.empty();
        }
    }
}
