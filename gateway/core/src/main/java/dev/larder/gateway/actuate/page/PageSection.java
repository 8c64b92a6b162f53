package dev.larder.gateway.actuate.page;

import java.util.List;

/** A section of the page contributed by another part of the gateway. All beans of this type are shown, in their order. */
public interface PageSection {

    /** Returns its heading. */
    String title();

    /** Returns its current content; empty if there is none. Called outside the event loops while the page is viewed. */
    List<PageBlock> blocks();
}
