package dev.larder.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a machine may find on its disk after a crash: of each file what has been forced, and of the writes since then any part in
 * any mixture with what was there, zeros or garbage; of the folder what has been forced, and any of the changes since then.
 */
final class CrashState {

    private final Map<Integer, byte[]> durable = new HashMap<>();
    private final Map<Integer, List<LogDirectoryOperation>> pending = new HashMap<>();
    private final Map<String, Integer> folder = new TreeMap<>();
    private final List<LogDirectoryOperation> folderPending = new ArrayList<>();

    /** Of a disk that had this, all of it durable, before the first operation. */
    CrashState(MemoryLogDirectory disk) {
        disk.files.forEach((name, inode) -> {
            durable.put(inode.id, inode.bytes.clone());
            folder.put(name, inode.id);
        });
    }

    /** One more operation has happened before the crash. */
    void happens(LogDirectoryOperation op) {
        if (op instanceof LogDirectoryOperation.Create create) {
            durable.put(create.file(), new byte[0]);
            folderPending.add(op);
        } else if (op instanceof LogDirectoryOperation.Write write) {
            pending.computeIfAbsent(write.file(), any -> new ArrayList<>()).add(op);
        } else if (op instanceof LogDirectoryOperation.Truncate truncate) {
            pending.computeIfAbsent(truncate.file(), any -> new ArrayList<>()).add(op);
        } else if (op instanceof LogDirectoryOperation.Force force) {
            durable.put(force.file(), whole(force.file()));
            pending.remove(force.file());
        } else if (op instanceof LogDirectoryOperation.ForceFolder) {
            folderPending.forEach(change -> apply(change, folder));
            folderPending.clear();
        } else if (!(op instanceof LogDirectoryOperation.Note)) {
            folderPending.add(op);
        }
    }

    /** Whether everything is durable, so that there is only one state. */
    boolean isSettled() {
        return pending.isEmpty() && folderPending.isEmpty();
    }

    private byte[] whole(int file) {
        byte[] bytes = durable.get(file);
        for (LogDirectoryOperation op : pending.getOrDefault(file, List.of())) {
            bytes = op instanceof LogDirectoryOperation.Write write
                    ? written(bytes, write.at(), write.bytes())
                    : Arrays.copyOf(bytes, ((LogDirectoryOperation.Truncate) op).length());
        }
        return bytes;
    }

    static byte[] written(byte[] bytes, int at, byte[] more) {
        byte[] grown = Arrays.copyOf(bytes, Math.max(bytes.length, at + more.length));
        System.arraycopy(more, 0, grown, at, more.length);
        return grown;
    }

    private static void apply(LogDirectoryOperation change, Map<String, Integer> names) {
        if (change instanceof LogDirectoryOperation.Create create) {
            names.put(create.name(), create.file());
        } else if (change instanceof LogDirectoryOperation.Delete delete) {
            names.remove(delete.name());
        } else if (change instanceof LogDirectoryOperation.Rename rename && names.containsKey(rename.from())) {
            names.put(rename.to(), names.remove(rename.from()));
        }
    }

    /** One state. */
    Map<String, byte[]> state(Random random) {
        int luck = random.nextInt(4);
        Map<String, Integer> names = new TreeMap<>(folder);
        for (LogDirectoryOperation change : folderPending) {
            if (luck == 0 || (luck > 1 && random.nextBoolean())) {
                apply(change, names);
            }
        }
        int writes = random.nextInt(6);
        Map<String, byte[]> state = new TreeMap<>();
        names.forEach((name, file) -> state.put(name, content(file, writes, random)));
        return state;
    }

    private byte[] content(int file, int luck, Random random) {
        if (luck == 0) {
            return whole(file);
        }
        byte[] bytes = durable.get(file).clone();
        for (LogDirectoryOperation op : pending.getOrDefault(file, List.of())) {
            if (op instanceof LogDirectoryOperation.Write write) {
                bytes = torn(bytes, write, luck, random);
            } else if (random.nextBoolean()) {
                bytes = Arrays.copyOf(bytes, ((LogDirectoryOperation.Truncate) op).length());
            }
        }
        return bytes;
    }

    /** Some of a write. */
    private static byte[] torn(byte[] bytes, LogDirectoryOperation.Write write, int luck, Random random) {
        boolean[] kept = new boolean[write.bytes().length];
        switch (luck) {
            case 1 -> Arrays.fill(kept, random.nextBoolean());
            case 2 -> Arrays.fill(kept, 0, random.nextInt(kept.length + 1), true);
            case 3 -> sectors(kept, write.at(), 512, random);
            case 4 -> sectors(kept, write.at(), 1 + random.nextInt(100), random);
            default -> Arrays.fill(kept, random.nextInt(kept.length + 1), kept.length, true);
        }
        return mixed(bytes, write, kept, random);
    }

    private static void sectors(boolean[] kept, int at, int size, Random random) {
        boolean[] choice = new boolean[(at + kept.length) / size + 1];
        for (int i = 0; i < choice.length; i++) {
            choice[i] = random.nextBoolean();
        }
        for (int i = 0; i < kept.length; i++) {
            kept[i] = choice[(at + i) / size];
        }
    }

    private static byte[] mixed(byte[] bytes, LogDirectoryOperation.Write write, boolean[] kept, Random random) {
        int lost = random.nextInt(3);
        int last = kept.length;
        if (random.nextBoolean()) {
            while (last > 0 && !kept[last - 1]) {
                last--;
            }
        }
        byte[] grown = Arrays.copyOf(bytes, Math.max(bytes.length, write.at() + last));
        for (int i = 0; i < last; i++) {
            if (kept[i]) {
                grown[write.at() + i] = write.bytes()[i];
            } else if (lost == 1) {
                grown[write.at() + i] = 0;
            } else if (lost == 2) {
                grown[write.at() + i] = (byte) random.nextInt();
            }
        }
        return grown;
    }
}
