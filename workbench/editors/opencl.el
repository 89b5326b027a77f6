;;; opencl.el --- OpenCL C and line numbers for Emacs  -*- lexical-binding: t -*-

;;; Commentary:

;; The workbench loads this before a kernel.  Where you have a mode for *.cl, that one is used.
;; The two keys at the end are pressed by the workbench: no keyboard has them.

;;; Code:

(require 'cc-mode)

(defconst workbench-opencl-qualifiers
  (concat "\\_<\\(?:__\\)?"
          (regexp-opt '("kernel" "global" "local" "constant" "private" "generic" "read_only"
                        "write_only" "read_write"))
          "\\_>"))

(defconst workbench-opencl-types
  (concat "\\_<\\(?:\\(?:u?\\(?:char\\|short\\|int\\|long\\)\\|float\\|double\\|half\\)"
          "\\(?:2\\|3\\|4\\|8\\|16\\)?\\|"
          "size_t\\|ptrdiff_t\\|event_t\\|sampler_t\\|image[123]d[a-z_]*_t\\)\\_>"))

(defconst workbench-opencl-functions
  (concat "\\_<\\(\\(?:get\\|work_group\\|sub_group\\|atomic\\|atom\\|async_work_group\\|convert"
          "\\|as\\|native\\|half\\|read_image\\|write_image\\)_?[a-z0-9_]+"
          "\\|v\\(?:load\\|store\\)_?[a-z0-9_]+"
          "\\|barrier\\|\\(?:read_\\|write_\\)?mem_fence\\|wait_group_events\\|prefetch\\)[ \t]*("))

(defconst workbench-opencl-constants
  "\\_<\\(?:CLK_[A-Z0-9_]+\\|M_[A-Z0-9_]+\\|INFINITY\\|NAN\\|true\\|false\\)\\_>")

(define-derived-mode workbench-opencl-mode c-mode "OpenCL"
  "OpenCL C: C, with the words that OpenCL adds."
  (font-lock-add-keywords nil `((,workbench-opencl-qualifiers . font-lock-keyword-face)
                                (,workbench-opencl-types . font-lock-type-face)
                                (,workbench-opencl-functions 1 font-lock-builtin-face)
                                (,workbench-opencl-constants . font-lock-constant-face))))

(unless (assoc-default "kernel.cl" auto-mode-alist #'string-match)
  (add-to-list 'auto-mode-alist '("\\.cl\\'" . workbench-opencl-mode)))

(defun workbench-number-lines ()
  "Show line numbers beside a kernel: findings name them."
  (when (and buffer-file-name (string-match "\\.cl\\'" buffer-file-name)
             (fboundp 'display-line-numbers-mode))
    (display-line-numbers-mode 1)))
(add-hook 'find-file-hook #'workbench-number-lines)

;; What the workbench's judge found, where Emacs has the terminal to itself and nothing can stand
;; above it: below the lines concerned, and for M-g n, which goes to the next.

(defconst workbench-finding "^.*:\\([0-9]+\\):[0-9]+: \\([a-z]+\\): \\(.*\\)$")

(defun workbench-put-below (line kind text)
  "Show TEXT, of a KIND of finding, below LINE."
  (let ((face (if (string= kind "error") 'error (if (string= kind "note") 'shadow 'warning))))
    (save-excursion
      (goto-char (point-min))
      (forward-line (1- line))
      (overlay-put (make-overlay (point) (line-end-position)) 'after-string
                   (propertize (concat "\n  " kind ": " text) 'face face)))))

(defun workbench-list-findings (file)
  "Make a list of FILE that \\[next-error] goes through."
  (require 'compile)
  (with-current-buffer (get-buffer-create "*workbench findings*")
    (insert-file-contents file)
    (compilation-mode "Findings")
    (setq next-error-last-buffer (current-buffer))))

(defun workbench-show-findings ()
  "Show what the workbench found in the kernel that is visited."
  (let ((file (getenv "WORKBENCH_FINDINGS")) (kernel (current-buffer)))
    (when (and file (file-regular-p file) (file-readable-p file) buffer-file-name
               (string-match "\\.cl\\'" buffer-file-name))
      (workbench-list-findings file)
      (with-temp-buffer
        (insert-file-contents file)
        (while (re-search-forward workbench-finding nil t)
          (let ((line (string-to-number (match-string 1))) (kind (match-string 2))
                (text (match-string 3)))
            (with-current-buffer kernel (workbench-put-below line kind text))))))))
(add-hook 'find-file-hook #'workbench-show-findings)

(defun workbench-go-to-line ()
  "Go to the line whose number follows as digits, up to a tilde."
  (interactive)
  (let ((line 0) character)
    (while (/= (setq character (read-char)) ?~)
      (setq line (+ (* 10 line) (- character ?0))))
    (unless (minibufferp)
      (goto-char (point-min))
      (forward-line (1- line)))))

(defun workbench-leave ()
  "Leave Emacs where no file has changes that are not saved."
  (interactive)
  (unless (memq t (mapcar (lambda (buffer)
                            (and (buffer-file-name buffer) (buffer-modified-p buffer)))
                          (buffer-list)))
    (kill-emacs)))

(define-key input-decode-map "\e[9001~" [workbench-go-to-line])
(define-key input-decode-map "\e[9002~" [workbench-leave])
(global-set-key [workbench-go-to-line] #'workbench-go-to-line)
(global-set-key [workbench-leave] #'workbench-leave)

;;; opencl.el ends here
