package dev.larder.acceptance.traffic;

/** Something to ask for, in a pool that writes go to. */
record Resource(int pool, Kind kind, int number) {

    static Resource of(String path) {
        String[] segments = path.split("/");
        return new Resource(
                Integer.parseInt(segments[1].substring(1)), Kind.valueOf(segments[2]), Integer.parseInt(segments[3]));
    }

    String path() {
        return "/p" + pool + "/" + kind + "/" + number;
    }
}
