package dev.larder.acceptance.localresponsecache;

/** Whose gateway is asked; both have the same routes, but for this one filter. */
enum ComparedFilter {
    /** Spring Cloud Gateway as it comes. */
    BUILT_IN("LocalResponseCache=30m,10MB"),
    /** The same with Larder. */
    LARDER("Cache=30m");

    private final String filter;

    ComparedFilter(String filter) {
        this.filter = filter;
    }

    /** The route filter, as it stands in a configuration. */
    String filter() {
        return filter;
    }
}
