package dev.larder.writes.buffer;

import dev.larder.cache.spi.Tag;
import dev.larder.journal.Position;
import dev.larder.writes.BufferedWrite;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A write that is not delivered.
 *
 * @param at where its record is
 * @param file name of the file that its content is in
 * @param batch what it is being sent in
 * @param attempts how often the origin has answered that it failed
 * @param died where the record is that says that it is dead
 */
record Kept(
        BufferedWrite write,
        Set<Tag> tags,
        Optional<Repeat> repeat,
        Position at,
        Optional<String> file,
        Optional<UUID> batch,
        int attempts,
        Optional<Position> died) {

    static Kept of(Entry.Accepted accepted, Position at) {
        Optional<String> file =
                accepted.content() instanceof Content.InFile inFile ? Optional.of(inFile.name()) : Optional.empty();
        return new Kept(
                accepted.write(), accepted.tags(), accepted.repeat(), at, file, Optional.empty(), 0, Optional.empty());
    }

    Kept at(Position moved) {
        return new Kept(write, tags, repeat, moved, file, batch, attempts, died);
    }

    Kept in(UUID planned) {
        return new Kept(write, tags, repeat, at, file, Optional.of(planned), attempts, Optional.empty());
    }

    Kept again(int answered) {
        return new Kept(write, tags, repeat, at, file, Optional.empty(), answered, Optional.empty());
    }

    Kept dead(Position where) {
        return new Kept(write, tags, repeat, at, file, Optional.empty(), attempts, Optional.of(where));
    }

    boolean isDead() {
        return died.isPresent();
    }
}
