package dev.larder.cluster.protocol;

import dev.larder.invalidation.Hold;
import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.Moved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What this member writes, entered into its own ledger first. */
final class OwnWrites {

    private final Ledger ledger;
    private final Map<Long, Publication.Begins> underWay = new LinkedHashMap<>();

    /** What is to be published, and what this member has made of it. */
    record Entered(Publication publication, Moved moved) {}

    OwnWrites(Ledger ledger) {
        this.ledger = ledger;
    }

    List<Publication.Begins> underWay() {
        return List.copyOf(underWay.values());
    }

    /**
     * Enters it.
     *
     * @param heads how far the others have got
     */
    Entered enter(Invalidation message, List<Head.Of> heads) {
        if (message instanceof Invalidation.WriteBegins begins) {
            return begin(begins.write(), new TagIds(Ledger.ids(begins.tags())));
        }
        if (message instanceof Invalidation.WriteEnds ends) {
            return end(ends.write(), heads);
        }
        if (message instanceof Invalidation.Tags tags) {
            return enter(new TagIds(Ledger.ids(tags.tags())));
        }
        if (message instanceof Invalidation.Holds holds) {
            return enter(holds.hold());
        }
        long epoch = ledger.next();
        return message instanceof Invalidation.Everything
                ? new Entered(new Publication.Everything(epoch), ledger.moveEverything(epoch))
                : new Entered(new Publication.Fills(epoch), ledger.voidFills(epoch));
    }

    private Entered enter(Hold hold) {
        var tags = new TagIds(Ledger.ids(hold.tags()));
        ledger.hold(hold.log(), hold.version(), hold.extent(), tags.ids());
        return new Entered(new Publication.Holds(hold.log(), hold.version(), hold.extent(), tags), Moved.NOT);
    }

    /** Enters that a write with these tags begins. */
    Entered begin(long write, TagIds tags) {
        var publication = new Publication.Begins(write, tags);
        ledger.raise(tags.ids());
        underWay.put(write, publication);
        return new Entered(publication, Moved.NOT);
    }

    /** Enters that it is over. */
    Entered end(long write, List<Head.Of> heads) {
        Publication.Begins begun = underWay.remove(write);
        if (begun != null) {
            ledger.lower(begun.tags().ids());
        }
        return new Entered(new Publication.Ends(write, heads), Moved.NOT);
    }

    /** Enters that these tags have moved. */
    Entered enter(TagIds tags) {
        long epoch = ledger.next();
        return new Entered(new Publication.Tags(epoch, tags), ledger.move(tags.ids(), epoch));
    }
}
