package dev.larder.gateway.actuate.page;

import java.util.List;

/** A part of the page that some other part of the gateway writes: every bean of this type is shown, in their order. */
public interface PageSection {

    /** Its heading. */
    String title();

    /** What is in it now; none if there is nothing to show. Asked apart from the event loops, while somebody looks. */
    List<PageBlock> blocks();
}
